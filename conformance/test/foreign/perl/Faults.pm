# The faults of the Perl player, as a table: id, the clause that it breaks, what it does, and how.
package Faults;
use strict;
use warnings;
use Json;
use Player;
use Registration;
use Rpc;
use Server;

our ($registers, $registers_first, $remembers) = (1, 0, 1);
our $about = sub { $_[0] };
our $health = sub { (200, Json::encode(Player::health())) };
our $no_port = sub { warn "PORT_IN_USE: port $_[0]\n"; exit 1 };
our @ALL;

sub fault { my ($id, $clauses, $does, $install) = @_; push @ALL, { id => $id, clauses => $clauses, does => $does, install => $install } }

# ---- where a fault enters

sub replies { my ($type, $change) = @_; return sub { $Player::reply = sub { my ($params, $reply) = @_; $change->($reply, $params) if $type eq '*' || $params->{message_type} eq $type; $reply } } }
sub puts { my ($type, %own) = @_; return replies($type, sub { @{ $_[0] }{ keys %own } = values %own }) }
sub drops { my ($type, $name) = @_; return replies($type, sub { delete $_[0]{$name} }) }
sub receives { my ($type, $act) = @_; return sub { $Player::before = sub { $act->($_[0]) if $type eq '*' || Json::is_text($_[0]{message_type}) && $_[0]{message_type} eq $type } } }
sub refuses { my ($type, $when) = @_; return receives($type, sub { Rpc::fail(-32603, 'Internal error') if !$when || $when->($_[0]) }) }
sub holds { my ($type, $seconds) = @_; return receives($type, sub { $Server::delay = $seconds }) }
# What it has refused, such as another sender's message, does not count.
sub once { my ($type) = @_; my %served; my $of = sub { Json::encode($_[0]{match_id}) }; my @both = (refuses($type, sub { $served{ $of->($_[0]) } }), replies($type, sub { $served{ $of->($_[1]) } = 1 })); return sub { $_->() for @both } }
sub says { my ($change) = @_; return sub { $Player::envelope = sub { $change->($_[0]); $_[0] } } }
sub stamps { my ($form) = @_; return sub { $Player::now = $form } }
sub responds { my ($change) = @_; return sub { $Rpc::change = sub { my ($request, $response) = @_; return $response ? $change->($response, $request) // $response : undef } } }
sub errs { my ($change) = @_; return responds(sub { $change->($_[0]) if $_[0]{error}; undef }) }
sub answers { my ($change) = @_; return sub { $Server::change = $change } }
sub bodies { my ($change) = @_; return answers(sub { my ($status, $body, @rest) = @_; return ($status, $body eq '' ? '' : $change->($body), @rest) }) }
sub code { return ${ $_[0]{error}{code} } }
sub number { return Json::number($_[0]) }
sub utc { my ($ahead, $form) = @_; my @t = gmtime(time + $ahead); return sprintf $form, $t[5] + 1900, $t[4] + 1, @t[3, 2, 1, 0] }
sub any_sender { my (@methods) = @_; return sub { for my $method (@methods) { my $old = $Player::METHODS{$method}[1]; $Player::METHODS{$method}[1] = sub { local $Player::is_from_manager = sub { 1 }; $old->(@_) } } } }
sub result_of { my ($params) = @_; return Json::is_object($params->{game_result}) ? $params->{game_result} : {} }

# ---- registration

fault('never-registers', 'PLY-REG-01', 'sends no registration', sub { $registers = 0 });
fault('registers-without-endpoint', 'PLY-REG-01', 'registers without an endpoint', sub { $about = sub { delete $_[0]{contact_endpoint}; $_[0] } });
fault('registers-without-meta', 'PLY-REG-02', 'registers without version and game types', sub { $about = sub { delete @{ $_[0] }{qw(version game_types)}; $_[0] } });
fault('registers-first', 'PLY-REG-03', 'registers before its port listens', sub { $registers_first = 1 });
fault('tries-once', 'PLY-REG-04', 'gives up when its first call has failed', sub { $Registration::attempts = 1 });
fault('tries-in-haste', 'PLY-REG-05', 'repeats its registration without a pause', sub { $Registration::pause = sub { 0 } });
fault('waits-3-s', 'PLY-REG-05', 'gives the league manager 3 s for its answer', sub { $Registration::seconds = 3 });
fault('lives-on-rejected', 'PLY-REG-06', 'runs on after a rejection', sub { $Registration::rejected = sub { } });
fault('rejected-is-fine', 'PLY-REG-06', 'ends with the status 0 after a rejection', sub { $Registration::rejected = sub { exit 0 } });
fault('own-id', 'PLY-REG-07 PLY-JOIN-04 PLY-CHOICE-06', 'names itself by an id of its own in its replies', puts('*', player_id => 'P99'));
fault('no-token', 'PLY-REG-08', 'sends no token', says(sub { delete $_[0]{auth_token} }));
fault('never-gives-up', 'PLY-REG-09', 'runs on when no attempt to register was answered', sub { $Registration::unanswered = sub { } });
fault('forgets-itself', 'PLY-KEEP-02', 'registers in a new conversation after a restart', sub { $remembers = 0 });

# ---- matches

fault('joins-late', 'PLY-JOIN-01', 'joins 7 s after the invitation', holds('GAME_INVITATION', 7));
fault('joins-nothing', 'PLY-JOIN-01', 'answers every invitation with an error', refuses('GAME_INVITATION'));
fault('declines', 'PLY-JOIN-02', 'declines every invitation', puts('GAME_INVITATION', accept => Json::truth(0)));
fault('accept-as-number', 'PLY-JOIN-02', 'says `accept` as the number 1', puts('GAME_INVITATION', accept => number(1)));
fault('no-arrival-time', 'PLY-JOIN-02', 'joins without its time', drops('GAME_INVITATION', 'arrival_timestamp'));
fault('join-in-other-conversation', 'PLY-JOIN-03', 'joins in a conversation of its own', puts('GAME_INVITATION', conversation_id => 'conv-own'));
fault('join-for-other-match', 'PLY-JOIN-04', 'joins another match than it was invited to', puts('GAME_INVITATION', match_id => 'R9M9'));
fault('joins-announced-only', 'PLY-JOIN-05', 'joins only matches that were announced', sub {
    my %announced;
    receives('*', sub {
        my ($params) = @_;
        my $type = Json::is_text($params->{message_type}) ? $params->{message_type} : '';
        if ($type eq 'ROUND_ANNOUNCEMENT' && ref $params->{matches} eq 'ARRAY') { $announced{ $_->{match_id} } = 1 for grep { Json::is_object($_) && Json::is_text($_->{match_id}) } @{ $params->{matches} } }
        Rpc::fail(-32006, 'MATCH_NOT_FOUND') if $type eq 'GAME_INVITATION' && !$announced{ Json::is_text($params->{match_id}) ? $params->{match_id} : '' };
    })->();
});
fault('one-match-only', 'PLY-JOIN-06', 'joins no match while another one is open', refuses('GAME_INVITATION', sub { grep { !$Player::over{$_} && $_ ne ($_[0]{match_id} // '') } keys %Player::invited }));
fault('joins-once', 'PLY-JOIN-07', 'refuses an invitation that is repeated', once('GAME_INVITATION'));
fault('chooses-late', 'PLY-CHOICE-01', 'chooses 32 s after the call', holds('CHOOSE_PARITY_CALL', 32));
fault('chooses-nothing', 'PLY-CHOICE-01', 'answers every call with an error', refuses('CHOOSE_PARITY_CALL'));
fault('chooses-EVEN', 'PLY-CHOICE-02', 'chooses "EVEN"', puts('CHOOSE_PARITY_CALL', parity_choice => 'EVEN'));
fault('chooses-true', 'PLY-CHOICE-02', 'chooses true', puts('CHOOSE_PARITY_CALL', parity_choice => Json::truth(1)));
fault('chooses-nothing-at-all', 'PLY-CHOICE-02', 'answers a call without a choice', drops('CHOOSE_PARITY_CALL', 'parity_choice'));
fault('choice-in-other-conversation', 'PLY-CHOICE-05', 'chooses in a conversation of its own', puts('CHOOSE_PARITY_CALL', conversation_id => 'conv-own'));
fault('choice-for-other-match', 'PLY-CHOICE-06', 'names another match in its choice', puts('CHOOSE_PARITY_CALL', match_id => 'R9M9'));
fault('chooses-once', 'PLY-CHOICE-07', 'refuses a call that is repeated', once('CHOOSE_PARITY_CALL'));
fault('changes-its-mind', 'PLY-CHOICE-08', 'chooses anew when a call is repeated', sub { my $turn = 0; replies('CHOOSE_PARITY_CALL', sub { $_[0]{parity_choice} = $turn++ % 2 ? 'odd' : 'even' })->() });
fault('needs-standings', 'PLY-CHOICE-09', 'refuses a call without `your_standings`', refuses('CHOOSE_PARITY_CALL', sub { Json::is_object($_[0]{context}) && !exists $_[0]{context}{your_standings} }));
fault('chooses-uninvited', 'PLY-CHOICE-12', 'chooses in a match to which it was not invited', sub { $Player::belongs = sub { 'any' } });
fault('chooses-for-others', 'PLY-CHOICE-12', 'answers a call that names another player', receives('CHOOSE_PARITY_CALL', sub { $_[0]{player_id} = $Player::me{id} if exists $_[0]{player_id} }));
fault('no-announcements', 'PLY-ACK-01', 'refuses announcements', refuses('ROUND_ANNOUNCEMENT'));
fault('standings-late', 'PLY-ACK-01', 'acknowledges standings after 12 s', holds('LEAGUE_STANDINGS_UPDATE', 12));
fault('standings-empty', 'PLY-ACK-04', 'answers standings with an empty text', responds(sub { $_[0]{result} = '' if $_[0]{result} && ($_[0]{result}{message_type} // '') eq 'STANDINGS_UPDATE_ACK'; undef }));
fault('over-refused', 'PLY-ACK-02', 'refuses every GAME_OVER', refuses('GAME_OVER'));
fault('needs-a-number', 'PLY-ACK-02', 'refuses a GAME_OVER without a number', refuses('GAME_OVER', sub { exists result_of($_[0])->{drawn_number} && !defined result_of($_[0])->{drawn_number} }));
fault('leaves-silently', 'PLY-ACK-03', 'ends at LEAGUE_COMPLETED without an answer', receives('LEAGUE_COMPLETED', sub { exit 0 }));
fault('acknowledges-as-ack', 'PLY-ACK-04', 'acknowledges with the type ACK', replies('*', sub { $_[0]{message_type} = 'ACK' if $_[0]{message_type} =~ /^(ROUND|STANDINGS).*_ACK$/ }));
fault('over-once', 'PLY-ACK-05', 'refuses a GAME_OVER that is repeated', once('GAME_OVER'));
fault('ends-at-game-error', 'PLY-ERR-01', 'ends when it gets a GAME_ERROR', receives('GAME_ERROR', sub { exit 1 }));
fault('game-error-refused', 'PLY-ERR-02', 'answers a GAME_ERROR with an error', refuses('GAME_ERROR'));
fault('any-referee', 'PLY-AUTH-01', 'obeys any referee in a match', sub { $Player::belongs = sub { my ($params) = @_; Player::signed_by_referee($params); Player::refuse('E006', 'not invited', $params) unless $Player::invited{ $params->{match_id} }; 'any' } });
fault('no-token-needed', 'PLY-AUTH-02', 'obeys a referee without a token', sub { $Player::signed = sub { 1 } });
fault('anyone-announces', 'PLY-AUTH-03', 'takes announcements and standings from anyone', any_sender(qw(notify_round update_standings notify_round_completed notify_league_completed)));
fault('anyone-stops-it', 'PLY-STOP-03', 'obeys a SHUTDOWN_COMMAND from anyone', any_sender('shutdown'));
fault('never-stops', 'PLY-STOP-01', 'runs on after SHUTDOWN_COMMAND', sub { $Player::stop_after = 9**9 });
fault('stops-at-once', 'PLY-STOP-02', 'ends at SHUTDOWN_COMMAND without an answer', receives('SHUTDOWN_COMMAND', sub { exit 0 if ($_[0]{sender} // '') eq 'league_manager' }));
fault('stops-with-error', 'PLY-STOP-02', 'ends with the status 3 after SHUTDOWN_COMMAND', sub { $Player::exit_status = 3 });

# ---- the transport

fault('ids-as-text', 'TRN-ID-01', 'answers the id 7 with "7"', responds(sub { $_[0]{id} = ${ $_[0]{id} } if ref $_[0]{id}; undef }));
fault('ids-as-numbers', 'TRN-ID-01', 'answers the id "7" with 7', responds(sub { $_[0]{id} = number($_[0]{id}) if Json::is_text($_[0]{id}) && $_[0]{id} =~ /^[1-9]\d*$/; undef }));
fault('null-id-is-notification', 'TRN-ID-02', 'does not answer a request whose id is null', sub { $Rpc::change = sub { my ($request, $response) = @_; return Json::is_object($request) && exists $request->{id} && !defined $request->{id} ? undef : $response } });
fault('no-jsonrpc', 'TRN-RPC-02', 'leaves `jsonrpc` out of every response', responds(sub { delete $_[0]{jsonrpc}; undef }));
fault('error-null', 'TRN-RPC-03', 'sends `error: null` with every result', responds(sub { $_[0]{error} //= undef; undef }));
fault('serves-any-method', 'TRN-RPC-04', 'answers an unknown method with an empty result', responds(sub { return unless $_[0]{error} && code($_[0]) == -32601; delete $_[0]{error}; $_[0]{result} = {}; undef }));
fault('text-code', 'TRN-ERR-02', 'sends the code of an error as a text', errs(sub { $_[0]{error}{code} = code($_[0]) }));
fault('reserved-code', 'TRN-ERR-02', 'sends -32602 as -32650, which is reserved', errs(sub { $_[0]{error}{code} = number(-32650) if code($_[0]) == -32602 }));
fault('parse-error-32600', 'TRN-ERR-01', 'answers broken JSON with -32600', errs(sub { $_[0]{error}{code} = number(-32600) if code($_[0]) == -32700 }));
fault('schema-faults-32603', 'TRN-ERR-03', 'answers wrong params with -32603', errs(sub { $_[0]{error} = { code => number(-32603), message => 'Internal error' } if code($_[0]) == -32602 }));
fault('errors-without-data', 'TRN-ERR-04', 'sends errors without the message in `data`', errs(sub { delete $_[0]{error}{data} }));
fault('first-of-batch', 'TRN-BAT-01', 'answers only the first request of a batch', sub { $Rpc::change_body = sub { ref $_[1] eq 'ARRAY' ? $_[1][0] : $_[1] } });
fault('empty-batch', 'TRN-BAT-02', 'answers an empty array with an empty array', sub { $Rpc::change_body = sub { ref $_[0] eq 'ARRAY' && !@{ $_[0] } ? [] : $_[1] } });
fault('errors-with-400', 'TRN-HTTP-01', 'sends JSON-RPC errors with HTTP 400', answers(sub { my ($status, $body, @rest) = @_; return ($body =~ /^\{"error":\{/ ? 400 : $status, $body, @rest) }));
fault('any-path', 'TRN-HTTP-02', 'serves every path like /mcp', sub { $Server::any_path = 1 });
fault('any-content-type', 'TRN-HTTP-03', 'takes a body of any content type', sub { $Server::content_type_is_right = sub { 1 } });
fault('no-limit', 'TRN-LIM-01', 'takes bodies of any size', sub { $Server::max_body = 2**40 });
fault('stalls-without-limit', 'TRN-LIM-02', 'waits without limit for the rest of a body', sub { $Server::stalled_after = 9**9 });
fault('trailing-text', 'TRN-JSON-01', 'writes a remark behind the JSON of an answer', bodies(sub { "$_[0]\n-- end --" }));
fault('keys-twice', 'TRN-JSON-02', 'takes the last of two members of one name', sub { $Json::keys_once = 0 });
fault('byte-order-mark', 'TRN-JSON-03', 'begins its answers with a byte order mark', bodies(sub { "\xEF\xBB\xBF$_[0]" }));
fault('no-protocol', 'TRN-ENV-01', 'sends messages without `protocol`', says(sub { delete $_[0]{protocol} }));
fault('foreign-sender', 'TRN-ENV-02', 'names another agent as the sender of its messages', says(sub { $_[0]{sender} = 'player:P77' if defined $Player::me{id} }));
fault('bare-sender', 'TRN-ENV-03', 'sends its bare id as the sender', says(sub { $_[0]{sender} = $Player::me{id} if defined $Player::me{id} }));
fault('local-time', 'TRN-ENV-04', 'gives its local time, two hours ahead of UTC', stamps(sub { utc(7200, '%04d-%02d-%02dT%02d:%02d:%02d+02:00') }));
fault('compact-time', 'TRN-ENV-05', 'gives its time in the compact form of ISO 8601', stamps(sub { utc(0, '%04d%02d%02dT%02d%02d%02dZ') }));
fault('any-protocol', 'TRN-ENV-08', 'takes a message of any protocol', receives('*', sub { $_[0]{protocol} = 'league.v2' }));
fault('any-offset', 'TRN-ENV-09', 'takes timestamps with any offset', receives('*', sub { $_[0]{timestamp} = $Player::now->() }));
fault('no-fractions', 'TRN-ENV-10', 'refuses timestamps with a fraction of the second', sub { $Shapes::ENVELOPE->{timestamp} = Shapes::text(qr/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|\+00:00)/) });
fault('ping-without-ok', 'TRN-DISC-01', 'answers ping with {}', responds(sub { $_[0]{result} = {} if $_[1] && Json::is_object($_[1]) && ($_[1]{method} // '') eq 'ping' && $_[0]{result}; undef }));
fault('health-503', 'TRN-DISC-03', 'answers /health with 503', sub { $health = sub { (503, '{}') } });
fault('runs-without-server', 'TRN-LIFE-01', 'goes on without a server when its port is in use', sub { $no_port = sub { sleep 1 while 1 } });
fault('calls-as-text', 'TRN-OUT-01', 'makes its calls with the content type text/plain', sub { $Registration::headers = sub { ('POST', 'text/plain') } });
fault('failed-call-ends-it', 'TRN-OUT-03 PLY-REG-04', 'ends when a call has no usable answer', sub { $Registration::failed = sub { require POSIX; POSIX::_exit(0) } });
fault('takes-any-id', 'TRN-OUT-04', 'takes a response with another id for its answer', sub { $Registration::id_counts = sub { 1 } });

1;
