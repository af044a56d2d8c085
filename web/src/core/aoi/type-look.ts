import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EventType, textIn } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { eventTypesQuery } from './data.ts'

export type TypeLook = { name: string; symbol: string; colour: string }
export type TypeLooks = ReadonlyMap<string, TypeLook>

/** Name, colour and symbol by type id, for types of visible services only. */
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

export const useVisibleTypes = (serviceIds: readonly string[]): EventType[] =>
  useQueries({ queries: serviceIds.map(eventTypesQuery), combine: inOne })

const inOne = (results: { data?: EventType[] | undefined }[]): EventType[] => results.flatMap(({ data }) => data ?? [])
