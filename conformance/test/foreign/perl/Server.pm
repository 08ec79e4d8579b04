# POST /mcp and GET /health, in one thread: no connection waits for another.
package Server;
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;

our $max_body = 262_144;
our $stalled_after = 10;
our $late_after = 4;    # a message that comes before the answer to the registration waits so long
our %REASONS = (200 => 'OK', 204 => 'No Content', 400 => 'Bad Request', 404 => 'Not Found', 405 => 'Method Not Allowed',
    408 => 'Request Timeout', 411 => 'Length Required', 413 => 'Content Too Large', 415 => 'Unsupported Media Type',
    500 => 'Internal Server Error', 503 => 'Service Unavailable');
our $content_type_is_right = sub { $_[0] =~ m{^application/json\s*(;|$)}i };
our $allow = 'POST';
our $any_path = 0;
our $change = sub { @_ };    # (status, body, headers) of every answer
our $delay = 0;              # seconds by which the answer that is being made is held back

# A listening socket, or undef when the port is in use.
sub listening {
    my ($port) = @_;
    return IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 256, ReuseAddr => 1, Blocking => 0);
}

# Serves until the process ends. $answer->(body, is_late) gives (status, body), or nothing when the answer has to wait.
sub serve {
    my ($listener, %by) = @_;
    my $readable = IO::Select->new($listener, $by{also} // ());
    my %open;
    while (1) {
        for my $socket ($readable->can_read(0.02 + ($by{idle}->() // 0))) {
            if ($socket == $listener) {
                while (my $new = $listener->accept) {
                    $new->blocking(0);
                    $readable->add($new);
                    $open{$new} = { socket => $new, in => '', since => time };
                }
            }
            elsif (defined $by{also} && $socket == $by{also}) {
                $readable->remove($socket) unless $by{ready}->();
            }
            else {
                my $got = sysread $socket, $open{$socket}{in}, 65_536, length $open{$socket}{in};
                $open{$socket}{ended} = 1 if defined $got && $got == 0;
                $open{$socket}{ended} = 1 if !defined $got && !$!{EAGAIN};
            }
        }
        for my $one (values %open) {
            step($one, %by);
            next unless $one->{close} || ($one->{ended} && !$one->{waiting});
            $readable->remove($one->{socket});
            close $one->{socket};
            delete $open{ $one->{socket} };
        }
    }
}

# What can be done now on one connection.
sub step {
    my ($one, %by) = @_;
    if (my $held = $one->{held}) {
        return if time < $held->{due};
        delete @$one{qw(held waiting)};
        return sent($one, @{ $held->{answer} });
    }
    if (!defined $one->{body}) {
        return unless read_request($one, %by);
    }
    my @answer = $by{answer}->($one->{body}, time - $one->{since} >= $late_after);
    return $one->{waiting} = 1 unless @answer;
    delete @$one{qw(body waiting)};
    if ($delay) {
        @$one{qw(held waiting)} = ({ due => time + $delay, answer => \@answer }, 1);
        return $delay = 0;
    }
    return sent($one, @answer);
}

# Whether the body of a POST to /mcp is there; everything else is answered here.
sub read_request {
    my ($one, %by) = @_;
    my $end = index $one->{in}, "\r\n\r\n";
    if ($end < 0) {
        return $one->{close} = 1, 0 if length $one->{in} > 65_536;
        return stalled($one);
    }
    my ($first, @lines) = split /\r\n/, substr $one->{in}, 0, $end;
    my %header = map { /^([^:]+):\s*(.*?)\s*$/ ? (lc $1, $2) : () } @lines;
    my ($verb, $path) = $first =~ m{^(\S+) ([^ ?]*)};
    return refused($one, 400) unless defined $path;
    if ($path eq '/health' && $verb =~ /^(GET|HEAD)$/) {
        substr($one->{in}, 0, $end + 4) = '';
        return sent($one, $by{health}->()), 0;
    }
    return refused($one, 404) if $path ne '/mcp' && $path ne '/health' && !$any_path;
    return refused($one, 405, Allow => $path eq '/mcp' ? $allow : 'GET') if $verb ne 'POST' || $path eq '/health';
    return refused($one, 415) unless $content_type_is_right->($header{'content-type'} // '');
    my $length = $header{'content-length'} // '';
    return refused($one, 411) unless $length =~ /^\d+$/;
    return refused($one, 413) if $length > $max_body;
    return stalled($one) if length $one->{in} < $end + 4 + $length;
    $one->{body} = substr $one->{in}, $end + 4, $length;
    substr($one->{in}, 0, $end + 4 + $length) = '';
    $one->{since} = time;
    $one->{last} = ($header{connection} // '') =~ /close/i;
    return 1;
}

sub stalled {
    my ($one) = @_;
    if ($one->{in} eq '') { $one->{since} = time }
    elsif (time - $one->{since} > $stalled_after) { $one->{close} = 1 }
    return 0;
}

# The rest of the body is not read, so the connection cannot carry another request.
sub refused {
    my ($one, $status, %headers) = @_;
    $one->{last} = 1;
    sent($one, $status, '{"error":"refused"}', %headers);
    return 0;
}

sub sent {
    my ($one, @answer) = @_;
    my ($status, $body, %headers) = $change->(@answer);
    $headers{Connection} = 'close' if $one->{last};
    %headers = ('Content-Type' => 'application/json', 'Content-Length' => length($body), %headers) if $status != 204;
    my $head = join '', "HTTP/1.1 $status $REASONS{$status}\r\n", map { "$_: $headers{$_}\r\n" } sort keys %headers;
    my $socket = $one->{socket};
    $socket->blocking(1);
    print $socket $head, "\r\n", $status == 204 ? '' : $body;
    $socket->flush;
    $socket->blocking(0);
    $one->{since} = time;
    $one->{close} = 1 if $one->{last};
    return 0;
}

1;
