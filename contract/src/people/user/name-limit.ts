/** Longest first name, and longest last name. */
export const PERSON_NAME_MAX = 100
