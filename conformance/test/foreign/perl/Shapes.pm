# What a message must look like. A shape is a function from (value, pointer) to its faults: [pointer, keyword, why].
package Shapes;
use strict;
use warnings;
use Json;

our $UTC = qr/\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:Z|\+00:00)/;

sub text {
    my ($pattern, $longest) = @_;
    return sub {
        my ($value, $at) = @_;
        return [$at, 'type', 'must be a string'] unless Json::is_text($value);
        return () if length $value <= ($longest // 9**9) && $value =~ /\A$pattern\z/s;
        return [$at, 'pattern', 'has another form'];
    };
}

sub integer {
    my ($least, $most) = @_;
    return sub {
        my ($value, $at) = @_;
        return [$at, 'type', 'must be an integer'] unless ref $value eq 'Number' && $$value == int $$value;
        return () if $$value >= ($least // 0) && $$value <= ($most // 9**99);
        return [$at, 'minimum', 'is out of range'];
    };
}

sub one_of {
    my (@words) = @_;
    return sub {
        my ($value, $at) = @_;
        return () if Json::is_text($value) && grep { $_ eq $value } @words;
        return [$at, 'enum', "must be one of @words"];
    };
}

sub nullable { my ($shape) = @_; return sub { defined $_[0] ? $shape->(@_) : () } }

sub list_of {
    my ($shape) = @_;
    return sub {
        my ($value, $at) = @_;
        return [$at, 'type', 'must be a list'] unless ref $value eq 'ARRAY';
        return map { $shape->($value->[$_], "$at/$_") } 0 .. $#$value;
    };
}

sub map_of {
    my ($shape) = @_;
    return sub {
        my ($value, $at) = @_;
        return [$at, 'type', 'must be an object'] unless Json::is_object($value);
        return map { $shape->($value->{$_}, "$at/$_") } sort keys %$value;
    };
}

# An object with these members; a name that ends in ? may be missing. Other members are ignored.
sub fields {
    my (%shapes) = @_;
    return sub {
        my ($value, $at) = @_;
        return [$at, 'type', 'must be an object'] unless Json::is_object($value);
        my @faults;
        for my $key (sort keys %shapes) {
            my ($name, $optional) = $key =~ /^(.*?)(\??)$/;
            if (exists $value->{$name}) { push @faults, $shapes{$key}->($value->{$name}, "$at/$name") }
            elsif (!$optional) { push @faults, ["$at/$name", 'required', 'is missing'] }
        }
        return @faults;
    };
}

my ($id, $round, $count, $any, $text) = (text(qr/[A-Za-z0-9][A-Za-z0-9._:-]*/, 128), integer(1), integer(0), text(qr/.*/), text(qr/.+/));
my $parity = nullable(one_of('even', 'odd'));
my $anything = nullable(map_of(sub { () }));
my $standing = fields(rank => $round, player_id => $id, (map { $_ => $count } qw(played wins draws losses points)), 'display_name?' => $any);
my $announced = fields(match_id => $id, game_type => $any, player_A_id => $id, player_B_id => $id, referee_endpoint => text(qr{https?://.*}, 2048));
my $result = fields(
    status => one_of(qw(WIN DRAW TECHNICAL_LOSS)), winner_player_id => nullable($id), drawn_number => nullable(integer(1, 10)),
    number_parity => $parity, choices => map_of($parity), reason => $any);
my $own = fields(wins => $count, losses => $count, draws => $count, 'points?' => nullable($count));

our $ENVELOPE = {
    protocol => one_of('league.v2'), message_type => $text, timestamp => text($UTC), conversation_id => $text,
    sender => text(qr/league_manager|operator|(?:referee|player|operator):\S+/), 'auth_token?' => nullable($text) };
our %MESSAGES = (
    ROUND_ANNOUNCEMENT => fields(league_id => $id, round_id => $round, matches => list_of($announced)),
    GAME_INVITATION => fields(league_id => $id, round_id => $round, match_id => $id, game_type => $any, role_in_match => one_of(qw(PLAYER_A PLAYER_B)), opponent_id => $id),
    CHOOSE_PARITY_CALL => fields(match_id => $id, player_id => $id, game_type => $any, deadline => $text, context => fields(opponent_id => $id, round_id => $round, 'your_standings?' => $own)),
    GAME_OVER => fields(match_id => $id, game_type => $any, game_result => $result),
    GAME_ERROR => fields(match_id => $id, error_code => $any, 'error_description?' => $any, 'affected_player?' => nullable($id), 'action_required?' => nullable($any),
        'consequence?' => nullable($any), 'retry_info?' => nullable(fields(retry_count => $count, max_retries => $count, 'next_retry_at?' => nullable($text)))),
    LEAGUE_STANDINGS_UPDATE => fields(league_id => $id, round_id => $round, standings => list_of($standing)),
    ROUND_COMPLETED => fields(league_id => $id, round_id => $round, matches_played => $count, next_round_id => nullable($round), 'summary?' => $anything),
    LEAGUE_COMPLETED => fields(league_id => $id, total_rounds => $count, total_matches => $count, final_standings => list_of($standing),
        champion => fields(player_id => $id, display_name => $any, points => $count)),
    LEAGUE_ERROR => fields(error_code => $any, 'error_description?' => $any, 'context?' => $anything),
    SHUTDOWN_COMMAND => fields('reason?' => nullable($any)),
);

# The faults of a message of this type.
sub faults {
    my ($message, $type) = @_;
    return (fields(%$ENVELOPE)->($message, ''), fields(message_type => one_of($type))->($message, ''), $MESSAGES{$type}->($message, ''));
}

1;
