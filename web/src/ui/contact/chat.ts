import { createContext } from 'react'

export const ChatTemplate = createContext<string | null>(null)

const DEFAULT_TEMPLATE = 'https://wa.me/{phone}'

export const chatLink = (phone: string | null | undefined, template: string | null = null): string | undefined => {
  const digits = phone?.replace(/\D/g, '').replace(/^00/, '')
  return digits ? (template || DEFAULT_TEMPLATE).replaceAll('{phone}', digits) : undefined
}
