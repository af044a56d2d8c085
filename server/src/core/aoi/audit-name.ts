import type { AoiKind } from '#contract'

/**
 * How the audit names an AOI. An event by its number alone: its name may be the words of a reporter, which can be covered, and
 * a line of the audit never changes.
 */
export const auditNameOf = ({ kind, number, name }: { kind: AoiKind; number: number; name: string }): string =>
  kind === 'event' ? `#${number}` : name
