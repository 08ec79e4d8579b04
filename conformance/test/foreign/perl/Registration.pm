# The registration of a player. A child process makes the calls, so that the player answers meanwhile.
package Registration;
use strict;
use warnings;
use IO::Socket::INET;
use Json;
use Player;

our ($attempts, $seconds) = (4, 10);
our $pause = sub { 2**$_[0] };
our $call = sub { $_[0] };           # (the JSON-RPC request) before it is sent
our $headers = sub { @_ };           # (verb, content type)
our $failed = sub { };               # after a call without a usable answer
our $id_counts = sub { $_[0] eq $_[1] };
our $rejected = sub { warn "REGISTRATION_REJECTED: $_[0]\n"; exit 1 };
our $unanswered = sub { warn "REGISTRATION_FAILED: the league manager does not answer; start it first\n"; exit 1 };

# A handle that the answer can be read from, as JSON.
sub begin {
    my ($league, $conversation, $about) = @_;
    pipe my $answers, my $out or die "no pipe: $!";
    my $child = fork // die "no process: $!";
    if (!$child) {
        my $answer = ask($league, $conversation, $about);
        print $out Json::encode($answer);
        close $out;
        require POSIX;
        POSIX::_exit(0);
    }
    close $out;
    return $answers;
}

sub ask {
    my ($league, $conversation, $about) = @_;
    for my $attempt (0 .. $attempts - 1) {
        my $params = Player::message('LEAGUE_REGISTER_REQUEST', $conversation, player_meta => $about);
        my $answer = eval { called($league, $call->({ jsonrpc => '2.0', id => Json::number($attempt + 1), method => 'register_player', params => $params })) };
        return $answer if $answer;
        warn "registration attempt: $@";
        $failed->();
        select undef, undef, undef, $pause->($attempt) if $attempt + 1 < $attempts;
    }
    return {};
}

# The result of one call; dies when there is none in time.
sub called {
    my ($league, $request) = @_;
    my ($host, $port, $path) = $league =~ m{^http://([^:/]+):(\d+)(.*)} or die "no address\n";
    local $SIG{ALRM} = sub { die "no answer in time\n" };
    alarm $seconds;
    my $socket = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port) or die "no connection: $@\n";
    my ($verb, $type) = $headers->('POST', 'application/json');
    my $body = Json::encode($request);
    print $socket "$verb $path HTTP/1.1\r\nHost: $host:$port\r\nContent-Type: $type\r\nContent-Length: ", length $body, "\r\nConnection: close\r\n\r\n$body";
    $socket->flush;
    my $text = '';
    1 while sysread $socket, $text, 65_536, length $text;
    alarm 0;
    my ($status, $rest) = $text =~ m{^HTTP/1\.[01] (\d+).*?\r\n\r\n(.*)}s or die "no HTTP\n";
    $rest = unchunked($rest) if $text =~ /^transfer-encoding:\s*chunked/im;
    my ($length) = $text =~ /^content-length:\s*(\d+)/im;
    die "the answer is broken off\n" if defined $length && length $rest < $length;
    my $response = Json::parse($rest);
    die "no JSON-RPC response\n" unless Json::is_object($response) && Json::is_text($response->{jsonrpc}) && $response->{jsonrpc} eq '2.0';
    die "refused\n" if exists $response->{error};
    die "another id\n" unless ref $response->{id} eq 'Number' && $id_counts->(${ $response->{id} }, ${ $request->{id} });
    die "no result\n" unless $status =~ /^2/ && Json::is_object($response->{result});
    return $response->{result};
}

sub unchunked {
    my ($text) = @_;
    my $body = '';
    while ($text =~ /\G([0-9a-fA-F]+)[^\r\n]*\r\n/gc) {
        my $length = hex $1;
        return $body unless $length;
        $body .= substr $text, pos $text, $length;
        pos($text) += $length + 2;
    }
    die "the answer is broken off\n";
}

# What follows from the answer.
sub finish {
    my ($answer) = @_;
    return $unanswered->() unless %$answer;
    return $rejected->($answer->{reason} // '') unless ($answer->{status} // '') eq 'ACCEPTED';
    @Player::me{qw(id token league_id)} = @$answer{qw(player_id auth_token league_id)};
    $Player::me{sender} = "player:$answer->{player_id}";
    warn "registered as $answer->{player_id}\n";
    return;
}

1;
