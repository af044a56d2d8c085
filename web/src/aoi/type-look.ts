import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EventType } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'
import { eventTypesQuery } from './data.ts'

/** How an event type is shown: its name in the reader's language, its symbol and its colour. */
export type TypeLook = { name: string; symbol: string; colour: string }
export type TypeLooks = ReadonlyMap<string, TypeLook>

/** Of the visible services; what is shared from elsewhere is shown without. */
export const useTypeLooks = (serviceIds: readonly string[]): TypeLooks => {
  const types = useVisibleTypes(serviceIds)
  const language = currentLanguage()
  return useMemo(
    () =>
      new Map(
        types.map(({ _id, name, translations, icon, colour }) => [
          _id,
          { name: translations[language]?.name || name, symbol: icon, colour },
        ]),
      ),
    [types, language],
  )
}

/** Also those that are archived: what was reported keeps their names and its questions. */
export const useVisibleTypes = (serviceIds: readonly string[]): EventType[] =>
  useQueries({ queries: serviceIds.map(eventTypesQuery), combine: inOne })

const inOne = (results: { data?: EventType[] | undefined }[]): EventType[] => results.flatMap(({ data }) => data ?? [])
