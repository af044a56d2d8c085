import { createContext } from 'react'

/** What chat links are made from, where the own service says so (behaviour 51): `{phone}` stands for the number. */
export const ChatTemplate = createContext<string | null>(null)

const USUAL = 'https://wa.me/{phone}'

/** A link with the number in international form; without a leading + it is taken as it was written. */
export const chatLink = (phone: string | null | undefined, template: string | null = null): string | undefined => {
  const digits = phone?.replace(/\D/g, '').replace(/^00/, '')
  return digits ? (template || USUAL).replaceAll('{phone}', digits) : undefined
}
