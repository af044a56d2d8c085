/** Something that a form offers by its name. */
export type NamedItem = { _id: string; name: string }
