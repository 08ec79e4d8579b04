#!/usr/bin/env perl
# A league.v2 player in plain Perl, with one fault or with none. It shares nothing with the agents in other languages.
#
#     perl player.pl --fault joins-late --port 8101 --league http://127.0.0.1:8000/mcp --name Camel
#     perl player.pl --list
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Faults;
use Json;
use Player;
use Registration;
use Rpc;
use Server;

if (($ARGV[0] // '') eq '--list') {
    print Json::encode([map { { id => $_->{id}, clauses => [split ' ', $_->{clauses}], does => $_->{does} } } @Faults::ALL]), "\n";
    exit;
}
my %option = (port => 8101, league => 'http://127.0.0.1:8000/mcp', name => 'Camel', data => $ENV{DATA_DIR} // '', fault => '', map { s/^--//r } @ARGV);
if ($option{fault} ne '') {
    my ($fault) = grep { $_->{id} eq $option{fault} } @Faults::ALL or die "no such fault\n";
    $fault->{install}->();
}
$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = 'IGNORE';
$| = 1;
my $slug = lc $option{name} =~ s/[^a-zA-Z0-9]+/-/gr;
%Player::me = (sender => "player:$slug", started => time);

my $listener;
my $listen = sub { $listener //= Server::listening($option{port}) // $Faults::no_port->($option{port}) };
$listen->() unless $Faults::registers_first;
my $about = $Faults::about->({ display_name => $option{name}, version => '1.0.0', game_types => ['even_odd'],
    contact_endpoint => "http://127.0.0.1:$option{port}/mcp", protocol_version => '2.0.0' });
my $answers = $Faults::registers ? Registration::begin($option{league}, conversation(), $about) : undef;
select undef, undef, undef, 1.5 if $Faults::registers_first;
$listen->();

# After a restart the same conversation gives the same id.
sub conversation {
    my $file = "$option{data}/player.json";
    if ($option{data} ne '' && $Faults::remembers && open my $old, '<', $file) { return Json::parse(join '', <$old>)->{conversation_id} }
    my $new = 'conv-register-' . join '', map { sprintf '%04x', rand 65_536 } 1 .. 4;
    if ($option{data} ne '') {
        mkdir $option{data};
        open my $out, '>', "$file.new" or die "$file: $!";
        print $out Json::encode({ conversation_id => $new });
        close $out;
        rename "$file.new", $file;
    }
    return $new;
}

Server::serve(
    $listener,
    also => $answers,
    ready => sub {
        local $/;
        my $text = <$answers> // '';
        Registration::finish($text eq '' ? {} : Json::parse($text));
        return 0;
    },
    idle => sub { exit $Player::exit_status if $Player::me{stops} && time >= $Player::me{stops}; return 0 },
    health => sub { $Faults::health->() },
    answer => sub {
        my ($body, $is_late) = @_;
        my $bytes = eval { [Rpc::answer(sub { Player::handle(@_, $is_late) }, $body)] };
        return $bytes ? defined $bytes->[0] ? (200, $bytes->[0]) : (204, '') : ();
    },
);
