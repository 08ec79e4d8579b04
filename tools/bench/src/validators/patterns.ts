/** The patterns of the contract, for the contenders that are written by hand. */
export const SENDER = /^(league_manager|operator|(referee|player|operator):[^\s]+)$/;
export const TIMESTAMP =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)(\.\d+)?(Z|\+00:00)$/;
/** With the length that an id may have. */
export const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
