export type NamedItem = { _id: string; name: string }
