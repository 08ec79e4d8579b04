# What a league.v2 player says and does. A fault replaces one of the package variables.
package Player;
use strict;
use warnings;
use Json;
use Rpc;
use Shapes;

our (%me, %invited, %chosen, %over);    # match id -> the referee that invited; -> the choice; -> whether it is over
our %ERRORS = (E002 => 'INVALID_MESSAGE_FORMAT', E003 => 'MISSING_REQUIRED_FIELD', E004 => 'INVALID_PARITY_CHOICE', E005 => 'PLAYER_NOT_REGISTERED',
    E006 => 'MATCH_NOT_FOUND', E008 => 'INVALID_STATE', E011 => 'AUTH_TOKEN_MISSING', E012 => 'AUTH_TOKEN_INVALID',
    E018 => 'PROTOCOL_VERSION_MISMATCH', E021 => 'INVALID_TIMESTAMP');
our ($envelope, $before, $reply, $belongs, $strategy, $is_from_manager, $is_repeatable, $now, $signed) = (
    sub { $_[0] },                    # (message) before it is sent
    sub { },                          # (params) before a message is looked at
    sub { $_[1] },                    # (params, reply) before a reply is sent
    \&of_its_referee,                 # (params): dies unless the referee may ask in this match
    sub { rand() < 0.5 ? 'even' : 'odd' },
    sub { $_[0]{sender} eq 'league_manager' },
    sub { 1 },
    sub { my @t = gmtime(time + ($_[0] // 0)); sprintf '%04d-%02d-%02dT%02d:%02d:%02dZ', $t[5] + 1900, $t[4] + 1, @t[3, 2, 1, 0] },
    sub { defined $_[0]{auth_token} && $_[0]{auth_token} ne '' },
);
our ($at_end, $stop_after, $exit_status) = (sub { }, 1, 0);
our %METHODS = (
    handle_game_invitation => ['GAME_INVITATION', \&join_match],
    choose_parity => ['CHOOSE_PARITY_CALL', \&choose],
    notify_match_result => ['GAME_OVER', \&match_over],
    notify_game_error => ['GAME_ERROR', sub { signed_by_referee($_[0]); acknowledged('GAME_ERROR_ACK', match_id => $_[0]{match_id}) }],
    notify_round => ['ROUND_ANNOUNCEMENT', sub { from_manager($_[0]); acknowledged('ROUND_ANNOUNCEMENT_ACK', round_id => $_[0]{round_id}) }],
    update_standings => ['LEAGUE_STANDINGS_UPDATE', sub { from_manager($_[0]); acknowledged('STANDINGS_UPDATE_ACK') }],
    notify_round_completed => ['ROUND_COMPLETED', sub { from_manager($_[0]); acknowledged('ROUND_COMPLETED_ACK') }],
    notify_league_completed => ['LEAGUE_COMPLETED', sub { from_manager($_[0]); acknowledged('LEAGUE_COMPLETED_ACK') }],
    notify_league_error => ['LEAGUE_ERROR', sub { from_manager($_[0]); acknowledged('LEAGUE_ERROR_ACK') }],
    shutdown => ['SHUTDOWN_COMMAND', \&shut_down],
);

sub message {
    my ($type, $conversation, %own) = @_;
    my %token = defined $me{token} ? (auth_token => $me{token}) : ();
    return $envelope->({ protocol => 'league.v2', message_type => $type, sender => $me{sender}, timestamp => $now->(), conversation_id => $conversation, %token, %own });
}

# Dies with the JSON-RPC error for one of the league's error codes. It carries no token.
sub refuse {
    my ($code, $why, $params, @faults) = @_;
    my $conversation = Json::is_text($params->{conversation_id}) && $params->{conversation_id} ne '' ? $params->{conversation_id} : 'unknown';
    my @violations = map { { pointer => $_->[0], keyword => $_->[1], message => "$_->[0] $_->[2]" } } @faults;
    my $data = message('LEAGUE_ERROR', $conversation, error_code => $code, error_description => $why, violations => \@violations);
    delete $data->{auth_token};
    Rpc::fail($code =~ /E00[23]/ ? -32602 : -32000 - substr($code, 1), $ERRORS{$code}, $data);
}

sub handle {
    my ($method, $params, $is_late) = @_;
    return { ok => Json::truth(1), message => 'pong' } if $method eq 'ping';
    return discovery() if $method eq 'rpc.discover';
    my $served = $METHODS{$method} or Rpc::fail(-32601, 'Method not found');
    Rpc::fail(-32602, 'Invalid params') unless Json::is_object($params);
    my ($type, $answer) = @$served;
    $before->($params);
    if (my @faults = Shapes::faults($params, $type)) {
        my %codes = map { code_of($_) => 1 } @faults;
        my ($code) = grep { $codes{$_} } qw(E018 E021 E004 E003 E002);
        refuse($code, "$faults[0][0] $faults[0][2]", $params, @faults);
    }
    if (!defined $me{id}) {
        die "later\n" unless $is_late;
        refuse('E008', 'this agent is not registered yet', $params);
    }
    my ($reply_type, %own) = $answer->($params);
    return $reply->($params, message($reply_type, $params->{conversation_id}, %own));
}

sub code_of {
    my ($pointer, $keyword) = @{ $_[0] };
    return 'E003' if $keyword eq 'required';
    return { '/protocol' => 'E018', '/timestamp' => 'E021' }->{$pointer} // 'E002';
}

sub acknowledged { my ($type, %own) = @_; return ($type, player_id => $me{id}, status => 'ACKNOWLEDGED', %own) }
sub from_manager { my ($params) = @_; refuse('E012', "$params->{sender} may not send this", $params) unless $is_from_manager->($params) }

sub signed_by_referee {
    my ($params) = @_;
    refuse('E012', "$params->{sender} is no referee", $params) unless $params->{sender} =~ /^referee:/;
    refuse('E011', 'a referee signs its messages with its auth_token', $params) unless $signed->($params);
    return "$params->{sender} " . ($params->{auth_token} // '');
}

# A referee is obeyed in the matches to which it has sent the invitation.
sub of_its_referee {
    my ($params) = @_;
    my $referee = signed_by_referee($params);
    my $invitations = $invited{ $params->{match_id} } or refuse('E006', 'this player was not invited to the match', $params);
    refuse('E012', 'another referee invited to this match', $params) unless $invitations->{$referee};
    return $referee;
}

sub join_match {
    my ($params) = @_;
    my $referee = signed_by_referee($params);
    $invited{ $params->{match_id} }{$referee} = 1;
    return ('GAME_JOIN_ACK', match_id => $params->{match_id}, player_id => $me{id}, accept => Json::truth(1), arrival_timestamp => $now->());
}

sub choose {
    my ($params) = @_;
    my $referee = $belongs->($params);
    refuse('E005', "this player is $me{id}", $params) if $params->{player_id} ne $me{id};
    my $match = $params->{match_id};
    refuse('E008', 'this match is over', $params) if $over{$match};
    $chosen{"$match $referee"} //= $strategy->($params);
    return ('CHOOSE_PARITY_RESPONSE', match_id => $match, player_id => $me{id}, parity_choice => $chosen{"$match $referee"});
}

sub match_over {
    my ($params) = @_;
    $belongs->($params);
    $over{ $params->{match_id} } = 1;
    return acknowledged('GAME_OVER_ACK', match_id => $params->{match_id});
}

sub shut_down {
    my ($params) = @_;
    from_manager($params);
    $me{stops} = time + $stop_after;
    return acknowledged('SHUTDOWN_ACK');
}

sub health {
    return { role => 'player', id => $me{id}, state => defined $me{id} ? 'REGISTERED' : 'REGISTERING',
        uptime_ms => Json::number(1000 * (time - $me{started})), dialects => ['canonical'], spec_version => '2.0.0' };
}

sub discovery {
    my @params = map { { name => $_, required => Json::truth(1), schema => { type => 'string' } } } qw(protocol message_type sender timestamp conversation_id);
    my @methods = map { { name => $_, summary => "Takes $METHODS{$_}[0].", paramStructure => 'by-name', params => \@params,
        result => { name => 'reply', schema => { type => 'object' } } } } sort keys %METHODS;
    return { openrpc => '1.3.2', info => { title => 'A league.v2 player in plain Perl', version => '1.0.0' }, methods => \@methods };
}

1;
