import type { AoiKind } from '#contract'

/**
 * An AOI's name in the audit. Events are named by number, because a reporter's words can be redacted and audit lines
 * never change.
 */
export const auditNameOf = ({ kind, number, name }: { kind: AoiKind; number: number; name: string }): string =>
  kind === 'event' ? `#${number}` : name
