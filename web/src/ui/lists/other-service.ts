import { createContext, use } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'

/** The member's own service, and the names of the other visible services by id. */
export const Services = createContext<{ own: string; others: ReadonlyMap<string, string> } | undefined>(undefined)

/** Name of the service with this id; undefined for the member's own service. */
export const useOtherService = (id: string | undefined): string | undefined => {
  const { t } = useTexts()
  const services = use(Services)
  if (!services || id === undefined || id === services.own) return undefined
  return services.others.get(id) ?? t('word.otherService')
}
