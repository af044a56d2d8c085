/** Names the contents of an archive; its addresses are built anew under another key. */
export const keyOf = ({ size, modified }: { size: number; modified: Date }): string => `${size} ${modified.getTime()}`
