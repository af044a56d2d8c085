import { createContext, use } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'

/** The own service, and the names of the other visible ones. */
export const Services = createContext<{ own: string; others: ReadonlyMap<string, string> } | undefined>(undefined)

/** The name of the service that something belongs to, if it is not the own one. */
export const useOtherService = (id: string | undefined): string | undefined => {
  const { t } = useTexts()
  const services = use(Services)
  if (!services || id === undefined || id === services.own) return undefined
  return services.others.get(id) ?? t('word.otherService')
}
