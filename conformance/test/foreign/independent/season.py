"""The course of a league: each round is announced, its matches are assigned to referees, and its end is reported."""
import time
from threading import Lock, Semaphore, Thread

from .agent import new_conversation
from .client import CallError, Refused, call
from .results import unplayed_result

DEADLINE_SECONDS = 10
PAUSE_SECONDS = 2
ATTEMPTS = 4
REFEREES_PER_MATCH = 3
UNPLAYED_ROUND_RETRIES = 3
SUSPENSION_AFTER_MISSES = 3
SUSPENDED_SECONDS = 0.1  # for the message to be on its way before the next one
# Four invitations of 5 s, four choice calls of 30 s, GAME_OVER and four reports, with their pauses.
LONGEST_MATCH_SECONDS = (4 * 5 + 3 * 2) + (4 * 30 + 3 * 2) + 10 + (4 * 10 + 3 * 5)


class Season:
    def __init__(self, manager, league):
        self.manager, self.league = manager, league
        self.misses = {}  # member id -> how many messages in a row it has not answered
        self.places = {}  # referee id -> a semaphore with as many places as it announced
        self.lock = Lock()

    def play(self):
        league = self.league
        for round_ in league.rounds[league.completed_rounds :]:
            self.play_round(round_)
        self.complete()

    def play_round(self, round_):
        round_id, matches = round_["round_id"], round_["matches"]
        conversation = new_conversation(f"round-{round_id}")
        self.announce(round_id, matches, conversation)
        threads = [Thread(target=self.play_match, args=[match], daemon=True) for match in matches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.league.complete_round(round_id)
        players = self.league.of_role("player")
        self.tell(
            players,
            "update_standings",
            "LEAGUE_STANDINGS_UPDATE",
            conversation,
            league_id=self.league.id,
            round_id=round_id,
            standings=self.league.standings(),
        )
        self.tell(
            players,
            "notify_round_completed",
            "ROUND_COMPLETED",
            conversation,
            league_id=self.league.id,
            round_id=round_id,
            matches_played=len(matches),
            next_round_id=round_id + 1 if round_id < len(self.league.rounds) else None,
        )

    def announce(self, round_id, matches, conversation):
        """A round in which no player can be reached is announced again a few times."""
        players, referees = self.league.of_role("player"), self.league.of_role("referee")
        announced = [
            {
                "match_id": match["match_id"],
                "game_type": "even_odd",
                "player_A_id": match["player_A_id"],
                "player_B_id": match["player_B_id"],
                "referee_endpoint": self.league.members[match["referee_id"]]["endpoint"],
            }
            for match in matches
        ]
        for attempt in range(UNPLAYED_ROUND_RETRIES + 1):
            reached = self.tell(
                [*players, *referees],
                "notify_round",
                "ROUND_ANNOUNCEMENT",
                conversation,
                league_id=self.league.id,
                round_id=round_id,
                matches=announced,
            )
            if any(player["id"] in reached for player in players):
                return
            if attempt < UNPLAYED_ROUND_RETRIES:
                time.sleep(PAUSE_SECONDS)

    def complete(self):
        league = self.league
        standings = league.standings()
        champion = {name: standings[0][name] for name in ("player_id", "display_name", "points")}
        self.tell(
            list(league.members.values()),
            "notify_league_completed",
            "LEAGUE_COMPLETED",
            new_conversation("league"),
            league_id=league.id,
            total_rounds=len(league.rounds),
            total_matches=len(league.matches()),
            champion=champion,
            final_standings=standings,
        )
        league.complete()
        print(f"champion: {champion['display_name']} with {champion['points']} points", flush=True)

    # ---- messages to many members

    def tell(self, members, method, message_type, conversation, **own_fields):
        """Sends a message to all of them at once. Returns the ids of those that answered in time."""
        reached = set()

        def send(member):
            message = {**self.manager.envelope(message_type, conversation), **own_fields}
            if self.answers(member, method, message) is not None:
                reached.add(member["id"])

        # A member that has missed too many messages in a row still receives everything, but its answers are not awaited.
        threads = [
            (
                Thread(target=send, args=[member], daemon=True),
                SUSPENDED_SECONDS if self.is_suspended(member) else None,
            )
            for member in members
        ]
        for thread, _ in threads:
            thread.start()
        for thread, seconds in threads:
            thread.join(seconds)
        return set(reached)

    def answers(self, member, method, message):
        """The result, an empty one if the member refuses the message, or None when there is no answer."""
        try:
            answer = call(member["endpoint"], method, message, DEADLINE_SECONDS)
        except Refused:
            answer = {}
        except CallError:
            answer = None
        with self.lock:
            self.misses[member["id"]] = self.misses.get(member["id"], 0) + 1 if answer is None else 0
        return answer

    def is_suspended(self, member):
        return self.misses.get(member["id"], 0) >= SUSPENSION_AFTER_MISSES

    # ---- matches

    def play_match(self, match):
        """Gives the match to one referee after the other until it has a result."""
        failed = {}  # referee id -> how it failed: "silent" or "refused"
        for _ in range(REFEREES_PER_MATCH):
            referee = self.choose_referee(match, failed)
            if referee is None:
                break
            if referee["id"] in failed:
                time.sleep(PAUSE_SECONDS)
            with self.places_of(referee):
                failed[referee["id"]] = self.give(match, referee)
            if match["match_id"] in self.league.results:
                return
        self.league.record(match["match_id"], unplayed_result(match))

    def choose_referee(self, match, failed):
        """The referee that has the match, or else the scheduled one; after it has failed, another one."""
        wanted = self.league.assigned.get(match["match_id"], match["referee_id"])
        candidates = [
            referee for referee in self.league.of_role("referee") if failed.get(referee["id"]) != "silent"
        ]
        return min(
            candidates,
            default=None,
            key=lambda referee: (
                referee["id"] in failed,
                self.is_suspended(referee),
                referee["id"] != wanted,
            ),
        )

    def places_of(self, referee):
        with self.lock:
            return self.places.setdefault(referee["id"], Semaphore(referee["places"]))

    def give(self, match, referee):
        """Returns when the match has a result or the referee has failed, and then how."""
        if match["match_id"] in self.league.results:
            return None
        self.league.assign(match, referee["id"])
        players = {
            f"player_{side}_endpoint": self.league.members[match[f"player_{side}_id"]]["endpoint"]
            for side in "AB"
        }
        conversation = new_conversation(match["match_id"])
        for attempt in range(ATTEMPTS):
            answer = self.answers(
                referee,
                "run_match",
                {
                    **self.manager.envelope("RUN_MATCH", conversation),
                    "league_id": self.league.id,
                    "game_type": "even_odd",
                    **{name: match[name] for name in ("round_id", "match_id", "player_A_id", "player_B_id")},
                    **players,
                },
            )
            if answer == {}:
                return "refused"
            if answer:
                self.league.wait_for_result(match["match_id"], LONGEST_MATCH_SECONDS)
                return "silent"
            if self.league.wait_for_result(match["match_id"], 0.2 * 2**attempt):
                return None
        return "silent"
