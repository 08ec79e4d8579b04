# JSON-RPC 2.0: the answer to one body.
package Rpc;
use strict;
use warnings;
use Json;

our $change = sub { $_[1] };    # (request, response) of each request and notification; gives a response or undef
our $change_body = sub { $_[1] };    # (the parsed body, the answer to all of it)
our $prepare = sub { $_[0] };    # a body before it is parsed

# Dies with an error of JSON-RPC, as the handler of a method does.
sub fail { my ($code, $message, $data) = @_; die { code => Json::number($code), message => $message, ($data ? (data => $data) : ()) } }

sub failure {
    my ($id, $code, $message) = @_;
    return { jsonrpc => '2.0', id => $id, error => { code => Json::number($code), message => $message } };
}

# The bytes of the answer, or undef when there is none. $handle->(method, params) gives a result; it dies with 'later' to be asked again.
sub answer {
    my ($handle, $body) = @_;
    my $request = eval { [Json::parse($prepare->($body))] };
    return written($change_body->(undef, $change->(undef, failure(undef, -32700, 'Parse error')))) unless $request;
    ($request) = @$request;
    if (ref $request ne 'ARRAY') { return written($change_body->($request, one($handle, $request))) }
    return written($change_body->($request, failure(undef, -32600, 'Invalid Request'))) unless @$request;
    my @answers = grep { defined } map { one($handle, $_) } @$request;
    return written($change_body->($request, @answers ? \@answers : undef));
}

sub written { return defined $_[0] ? Json::encode($_[0]) : undef }

sub one {
    my ($handle, $request) = @_;
    my $is_request = Json::is_object($request) && !ref_other($request->{id});
    return $change->($request, failure(undef, -32600, 'Invalid Request')) unless $is_request;
    my ($id, $method, $params) = @$request{qw(id method params)};
    $params = {} unless exists $request->{params};
    my $is_valid = Json::is_text($request->{jsonrpc}) && $request->{jsonrpc} eq '2.0' && Json::is_text($method) && ref($params) =~ /^(HASH|ARRAY)$/;
    return $change->($request, failure($id, -32600, 'Invalid Request')) unless $is_valid;
    my $response = { jsonrpc => '2.0', id => $id };
    if (!eval { $response->{result} = $handle->($method, $params); 1 }) {
        my $error = $@;
        die $error if !ref $error && $error =~ /^later/;
        $response->{error} = ref $error eq 'HASH' ? $error : { code => Json::number(-32603), message => 'Internal error' };
        warn "$method: $error" unless ref $error;
    }
    return $change->($request, exists $request->{id} ? $response : undef);
}

# An id may be null, a text or a number.
sub ref_other { my ($id) = @_; return ref $id && ref $id ne 'Number' }

1;
