# JSON, strict: a number keeps its text, a member name occurs once in an object.
# text: a string; number: Number; true and false: Truth; null: undef.
package Json;
use strict;
use warnings;

our $depth_limit = 64;
our $keys_once = 1;
our %ESCAPES = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");
my $MANY = qr/[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}/;

sub number { my ($text) = @_; return bless \$text, 'Number' }
sub truth { my ($is) = @_; $is = $is ? 1 : 0; return bless \$is, 'Truth' }
sub is_text { my ($value) = @_; return defined $value && !ref $value }
sub is_object { return ref $_[0] eq 'HASH' }

sub is_utf8 {
    my ($bytes) = @_;
    pos($bytes) = 0;
    1 while $bytes =~ /\G(?:[\x00-\x7F]+|$MANY)/gc;
    return pos($bytes) == length $bytes;
}

# The value of these bytes; dies when they are no JSON.
sub parse {
    my ($bytes) = @_;
    die "no UTF-8\n" unless is_utf8($bytes);
    utf8::decode($bytes);
    pos($bytes) = 0;
    my $value = value_in(\$bytes, 0);
    die "text behind the JSON\n" unless $bytes =~ /\G[ \t\r\n]*\z/gc;
    return $value;
}

sub value_in {
    my ($text, $depth) = @_;
    die "nested too deeply\n" if $depth > $depth_limit;
    $$text =~ /\G[ \t\r\n]*/gc;
    return string_in($text) if substr($$text, pos($$text) // 0, 1) eq '"';
    return number($1) if $$text =~ /\G(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)/gc;
    return truth($1 eq 'true') if $$text =~ /\G(true|false)/gc;
    return undef if $$text =~ /\Gnull/gc;
    return list_in($text, $depth) if $$text =~ /\G\[/gc;
    return object_in($text, $depth) if $$text =~ /\G\{/gc;
    die "no JSON value\n";
}

sub string_in {
    my ($text) = @_;
    $$text =~ /\G"([^"\\\x00-\x1f]*+(?:\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+)"/gc or die "no string\n";
    my $string = $1;
    $string =~ s/\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)/chr(0x10000 + ((hex($1) - 0xD800) << 10) + hex($2) - 0xDC00)/ge;
    no warnings 'surrogate';
    $string =~ s/\\(?:u(....)|(.))/defined $1 ? chr hex $1 : $ESCAPES{$2} \/\/ $2/ge;
    return $string;
}

sub list_in {
    my ($text, $depth) = @_;
    my @list;
    return \@list if $$text =~ /\G[ \t\r\n]*\]/gc;
    while (1) {
        push @list, value_in($text, $depth + 1);
        return \@list if $$text =~ /\G[ \t\r\n]*\]/gc;
        $$text =~ /\G[ \t\r\n]*,/gc or die "no list\n";
    }
}

sub object_in {
    my ($text, $depth) = @_;
    my %object;
    return \%object if $$text =~ /\G[ \t\r\n]*\}/gc;
    while (1) {
        $$text =~ /\G[ \t\r\n]*/gc;
        my $name = string_in($text);
        die "a name occurs twice\n" if $keys_once && exists $object{$name};
        $$text =~ /\G[ \t\r\n]*:/gc or die "no object\n";
        $object{$name} = value_in($text, $depth + 1);
        return \%object if $$text =~ /\G[ \t\r\n]*\}/gc;
        $$text =~ /\G[ \t\r\n]*,/gc or die "no object\n";
    }
}

# ASCII only.
sub encode {
    my ($value) = @_;
    return 'null' unless defined $value;
    return $$value if ref $value eq 'Number';
    return $$value ? 'true' : 'false' if ref $value eq 'Truth';
    return '[' . join(',', map { encode($_) } @$value) . ']' if ref $value eq 'ARRAY';
    return '{' . join(',', map { encode("$_") . ':' . encode($value->{$_}) } sort keys %$value) . '}' if ref $value eq 'HASH';
    my $string = $value;
    $string =~ s/([^ !#-\[\]-~])/escaped(ord $1)/ge;
    return qq{"$string"};
}

sub escaped {
    my ($code) = @_;
    return sprintf '\u%04x', $code if $code < 0x10000;
    return sprintf '\u%04x\u%04x', 0xD800 + (($code - 0x10000) >> 10), 0xDC00 + (($code - 0x10000) & 0x3FF);
}

1;
