/** Whether a host, with or without a port, is this machine, by its name or by an address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})(:\d+)?$/i.test(host);
}
