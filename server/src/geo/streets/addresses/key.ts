/** Identifies the contents of an archive; a new key triggers a rebuild. */
export const keyOf = ({ size, modified }: { size: number; modified: Date }): string => `${size} ${modified.getTime()}`
