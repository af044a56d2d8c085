import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EventType, textIn } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { eventTypesQuery } from './data.ts'

/** How an event type is shown: its name in the current language, its symbol and its colour. */
export type TypeLook = { name: string; symbol: string; colour: string }
export type TypeLooks = ReadonlyMap<string, TypeLook>

/** By type id, for the visible services; AOIs shared from other services have no look. */
export const useTypeLooks = (serviceIds: readonly string[]): TypeLooks => {
  const types = useVisibleTypes(serviceIds)
  const language = currentLanguage()
  return useMemo(
    () =>
      new Map(
        types.map((type) => [
          type._id,
          { name: textIn(type, 'name', language), symbol: type.icon, colour: type.colour },
        ]),
      ),
    [types, language],
  )
}

/** Includes archived types: older reports keep their names and questions. */
export const useVisibleTypes = (serviceIds: readonly string[]): EventType[] =>
  useQueries({ queries: serviceIds.map(eventTypesQuery), combine: inOne })

const inOne = (results: { data?: EventType[] | undefined }[]): EventType[] => results.flatMap(({ data }) => data ?? [])
