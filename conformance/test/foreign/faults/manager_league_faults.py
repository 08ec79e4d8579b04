"""Faults of a league manager with its league: the schedule, rounds, assignments, standings, and its end."""
import time
from threading import Thread

from independent import league, season
from independent.client import CallError, call

from .hooks import Fault, drop, instead, lost, put, sent, wrapped

ANNOUNCEMENT, UPDATE, COMPLETED = "ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"


def schedule(change):
    """`change(rounds, players, referees)` gives another schedule."""

    def around(original, players, referees):
        return change(original(players, referees), players, referees)

    return wrapped(league, "round_robin", around)


def all_matches(change):
    def altered(rounds, players, referees):
        for one in rounds:
            for match in one["matches"]:
                change(match, referees)
        return rounds

    return schedule(altered)


def lacks_a_pair(rounds, players, referees):
    rounds[-1]["matches"] = rounds[-1]["matches"][:-1]
    return [one for one in rounds if one["matches"]]


def pair_twice(rounds, players, referees):
    last = len(rounds) + 1
    again = [{**match, "round_id": last, "match_id": f"R{last}M{place}"} for place, match in enumerate(rounds[0]["matches"], 1)]
    return [*rounds, {"round_id": last, "matches": again}]


def one_round(rounds, players, referees):
    every = [match for one in rounds for match in one["matches"]]
    return [{"round_id": 1, "matches": [{**match, "round_id": 1, "match_id": f"R1M{place}"} for place, match in enumerate(every, 1)]}]


def from_zero(rounds, players, referees):
    for one in rounds:
        one["round_id"] -= 1
        for match in one["matches"]:
            match.update(round_id=one["round_id"], match_id=f"R{one['round_id']}M{match['match_id'].split('M')[1]}")
    return rounds


def other_order(rounds, players, referees):
    """Each pair once, the rounds in the opposite order."""
    count = len(rounds)
    for one in rounds:
        one["round_id"] = count + 1 - one["round_id"]
        for match in one["matches"]:
            match.update(round_id=one["round_id"], match_id=f"R{one['round_id']}M{match['match_id'].split('M')[1]}")
    return rounds[::-1]


def announced(change):
    """`change(match)` of each announced match."""

    def altered(params):
        return {**params, "matches": [change(dict(match)) for match in params["matches"]]}

    return sent(ANNOUNCEMENT, altered)


def without(name):
    return lambda match: {key: value for key, value in match.items() if key != name}


def announced_to(chosen):
    """`chosen(members, kind, fields)` are the members that receive it."""

    def around(original, self, members, method, kind, conversation, **own):
        return original(self, chosen(members, kind, own), method, kind, conversation, **own)

    return wrapped(season.Season, "tell", around)


def playing_only(members, kind, own):
    if kind != ANNOUNCEMENT:
        return members
    ids = {match[side] for match in own["matches"] for side in ("player_A_id", "player_B_id")}
    return [one for one in members if one["role"] == "referee" or one["id"] in ids]


def unless(kinds, role):
    return lambda members, kind, own: [one for one in members if kind not in kinds or one["role"] != role]


def completed_first():
    """ROUND_COMPLETED before the standings."""
    held = {}

    def around(original, self, members, method, kind, conversation, **own):
        if kind == UPDATE:
            held["update"] = (members, method, kind, conversation, own)
            return set()
        answered = original(self, members, method, kind, conversation, **own)
        if kind == COMPLETED:
            *given, fields = held.pop("update")
            original(self, *given, **fields)
        return answered

    return wrapped(season.Season, "tell", around)


def announces_ahead(original, self, round_):
    """The next round is announced while this one is played."""
    following = next((one for one in self.league.rounds if one["round_id"] == round_["round_id"] + 1), None)
    if following:
        conversation = season.new_conversation("ahead")
        Thread(target=self.announce, args=[following["round_id"], following["matches"], conversation], daemon=True).start()
    original(self, round_)


def announces_late(original, self, round_):
    """Assigns the matches of a round, then announces it."""
    announce = self.announce

    def later(*given):
        Thread(target=lambda: (time.sleep(0.5), announce(*given)), daemon=True).start()

    self.announce = later
    original(self, round_)


def assigned(change):
    return sent("RUN_MATCH", change)


def swapped(params):
    names = ("player_A_id", "player_A_endpoint", "player_B_id", "player_B_endpoint")
    others = ("player_B_id", "player_A_endpoint", "player_A_id", "player_B_endpoint")
    return {**params, **{name: params[other] for name, other in zip(names, others)}}


def to_all_referees(original, self, match):
    """Gives each match to every referee."""
    for referee in self.league.of_role("referee")[1:]:
        Thread(target=self.give, args=[match, referee], daemon=True).start()
    original(self, match)


def invites_itself(original, self, match):
    """Sends the invitations of a match itself, too."""
    for side in "AB":
        message = self.manager.envelope("GAME_INVITATION", season.new_conversation("invite"))
        about = {"match_id": match["match_id"], "role_in_match": f"PLAYER_{side}"}
        try:
            player = self.league.members[match[f"player_{side}_id"]]
            call(player["endpoint"], "handle_game_invitation", {**message, **about}, 2)
        except CallError:
            pass
    original(self, match)


def standings(change):
    """`change(rows)` gives other standings."""

    def around(original, self):
        return change(original(self))

    return wrapped(league.League, "standings", around)


def ranked(rows):
    return [{**row, "rank": place} for place, row in enumerate(rows, 1)]


def shared_ranks(rows):
    return [{**row, "rank": 1 + sum(other["points"] > row["points"] for other in rows)} for row in rows]


def with_points(win, draw):
    def change(rows):
        scored = [{**row, "points": win * row["wins"] + draw * row["draws"]} for row in rows]
        return ranked(sorted(scored, key=lambda row: (-row["points"], -row["wins"], row["player_id"])))

    return standings(change)


def draws_uncounted(rows):
    return ranked(sorted(({**row, "points": row["points"] - row["draws"], "played": row["played"] - row["draws"], "draws": 0} for row in rows), key=lambda row: (-row["points"], row["player_id"])))


def champion(change):
    return sent("LEAGUE_COMPLETED", change)


def last_is_champion(params):
    row = params["final_standings"][-1]
    return {**params, "champion": {name: row[name] for name in ("player_id", "display_name", "points")}}


def waits_for_everyone(original, self, member, method, message):
    """Tries again for a minute where a player does not answer."""
    for _ in range(4):
        answer = original(self, member, method, message)
        if answer is not None or method == "run_match":
            return answer
        time.sleep(8)
    return None


def ends_at_failed_match(original, self, match):
    original(self, match)
    if self.league.results[match["match_id"]]["drawn_number"] is None:
        import os

        os._exit(1)


FAULTS = [
    Fault("lacks-a-pair", "LM-SCHED-01 LM-START-01", "leaves one pair out of the schedule", schedule(lacks_a_pair), "a league of two has no other pair, so that it never begins"),
    Fault("pair-twice", "LM-SCHED-01", "plays the pairs of the first round twice", schedule(pair_twice)),
    Fault("one-round", "LM-SCHED-02", "plays all matches in one round", schedule(one_round)),
    Fault("ids-with-dashes", "LM-SCHED-03", "names matches like 1-1", all_matches(lambda match, referees: match.update(match_id=match["match_id"].replace("R", "").replace("M", "-")))),
    Fault("rounds-from-0", "LM-SCHED-03", "counts rounds from 0", schedule(from_zero)),
    Fault("first-referee-only", "LM-SCHED-04", "gives all matches to the first referee", all_matches(lambda match, referees: match.update(referee_id=referees[0]))),
    Fault("other-order", "LM-SCHED-05", "plays the rounds of the example in another order", schedule(other_order)),
    Fault("announces-late", "LM-ROUND-01", "announces a round after its matches are assigned", wrapped(season.Season, "play_round", announces_late)),
    Fault("announces-to-playing", "LM-ROUND-01", "does not announce a round to the player that sits out", announced_to(playing_only)),
    Fault("no-referee-endpoint", "LM-ROUND-02", "announces matches without the endpoint of their referee", announced(without("referee_endpoint"))),
    Fault("announces-ahead", "LM-ROUND-03", "announces the next round while one is played", wrapped(season.Season, "play_round", announces_ahead)),
    Fault("no-standings", "LM-ROUND-04", "sends no standings after a round", lost(UPDATE)),
    Fault("no-round-completed", "LM-ROUND-04", "sends no ROUND_COMPLETED", lost(COMPLETED)),
    Fault("next-after-last", "LM-ROUND-04", "names a next round after the last one", sent(COMPLETED, lambda params: params.update(next_round_id=params["round_id"] + 1))),
    Fault("played-no-match", "LM-ROUND-04", "says that no match was played in a round", sent(COMPLETED, put(matches_played=0))),
    Fault("completed-first", "LM-ROUND-07", "sends ROUND_COMPLETED before the standings", completed_first()),
    Fault("players-swapped", "LM-MATCH-02", "assigns matches with the ids of the players swapped, the endpoints as they were", assigned(swapped)),
    Fault("to-all-referees", "LM-MATCH-01", "gives each match to every referee", wrapped(season.Season, "play_match", to_all_referees)),
    Fault("no-endpoints", "LM-MATCH-02", "assigns matches without the players' endpoints", assigned(drop("player_A_endpoint", "player_B_endpoint"))),
    Fault("assigns-once", "LM-MATCH-02", "does not repeat an assignment that is not answered", instead(season, "ATTEMPTS", 1)),
    Fault("no-capacity", "LM-MATCH-03", "gives a referee more matches at once than it announced", wrapped(league.League, "admit", lambda original, self, role, meta, conversation: original(self, role, {**meta, "max_concurrent_matches": 9}, conversation))),
    Fault("one-referee-a-match", "LM-MATCH-04", "gives a match to no other referee", instead(season, "REFEREES_PER_MATCH", 1)),
    Fault("invites-itself", "LM-MATCH-05", "sends invitations to players", wrapped(season.Season, "play_match", invites_itself)),
    Fault("two-points", "LM-TAB-01", "gives two points for a win", with_points(2, 1)),
    Fault("draws-uncounted", "LM-TAB-01", "does not count draws", standings(draws_uncounted)),
    Fault("last-first", "LM-TAB-02", "lists the last player first", standings(lambda rows: ranked(rows[::-1]))),
    Fault("one-player-short", "LM-TAB-02", "leaves the last player out of the standings", standings(lambda rows: rows[:-1])),
    Fault("shared-ranks", "LM-TAB-03", "gives players of equal points one rank", standings(shared_ranks)),
    Fault("no-names", "LM-TAB-04", "lists ids in place of names", standings(lambda rows: [{**row, "display_name": row["player_id"]} for row in rows])),
    Fault("points-as-text", "LM-TAB-04", "says points as a text", sent(UPDATE, lambda params: {**params, "standings": [{**row, "points": str(row["points"])} for row in params["standings"]]})),
    Fault("waits-for-everyone", "LM-LIVE-01", "waits for a player that does not answer", wrapped(season.Season, "answers", waits_for_everyone)),
    Fault("ends-at-failed-match", "LM-LIVE-02", "ends when a match has no result", wrapped(season.Season, "play_match", ends_at_failed_match)),
    Fault("never-suspends", "LM-LIVE-03", "waits for an agent after three misses", instead(season, "SUSPENSION_AFTER_MISSES", 10**6)),
    Fault("forgets-the-silent", "LM-LIVE-03", "tells nothing more to an agent after three misses", wrapped(season.Season, "tell", lambda original, self, members, *rest, **own: original(self, [one for one in members if not self.is_suspended(one)], *rest, **own))),
    Fault("no-end", "LM-END-01", "sends no LEAGUE_COMPLETED", lost("LEAGUE_COMPLETED")),
    Fault("last-is-champion", "LM-END-01", "names the last player as the champion", champion(last_is_champion)),
    Fault("totals-of-nothing", "LM-END-01", "says that the league had no match", champion(put(total_matches=0))),
    Fault("end-not-to-referees", "LM-END-02", "does not announce to referees that the league is over", announced_to(unless({"LEAGUE_COMPLETED"}, "referee"))),
    Fault("round-not-to-referees", "LM-END-02", "does not announce rounds to referees", announced_to(unless({ANNOUNCEMENT}, "referee"))),
]
