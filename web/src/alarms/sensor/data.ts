import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { aoiApi, type CallInput, type LngLat, placeOf, type Sensor, sensorApi, type TelemetryPeriod } from '#contract'
import { call } from '../../api/call.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { sensorKeys } from './keys.ts'
import { areasMatching, sensorsMatching } from './list/matching.ts'

export const useSensors = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: sensorKeys.list,
    queryFn: ({ signal }) => call(sensorApi.list, undefined, signal),
    enabled,
  })

/**
 * Maximum number of areas, more than a service is expected to have. Areas beyond it, in the order of names, are not
 * shown.
 */
const MOST_AREAS = 1000

export type AreaFilter = Pick<CallInput<typeof aoiApi.filtered>['query'], 'type' | 'metric' | 'startTime' | 'endTime'>

/** The sensor areas that match the filter, by name. Without a filter, all areas that are not archived. */
export const useAreas = ({ enabled = true, filter }: { enabled?: boolean; filter?: AreaFilter | undefined } = {}) =>
  useQuery({
    enabled,
    queryKey: filter ? aoiKeys.list('areas', filter) : aoiKeys.list('areas'),
    queryFn: async ({ signal }) => {
      const all = { isSensors: 'true', sort: 'name', order: 'asc', groups: 'false', limit: MOST_AREAS } as const
      const { total } = await call(aoiApi.filtered, { query: { ...all, ...filter } }, signal)
      return filter ? total : total.filter(({ isArchived }) => !isArchived)
    },
    placeholderData: keepPreviousData,
  })

export const useSensorPlaces = (find: string, options: { enabled: boolean }): LngLat[] => {
  const { data: areas = [] } = useAreas(options)
  const { data: sensors = [] } = useSensors(options)
  return useMemo(
    () => [
      ...areasMatching(areas, find).map(placeOf),
      ...sensorsMatching(sensors, find).flatMap(({ location }): LngLat[] =>
        location ? [[location.longitude, location.latitude]] : [],
      ),
    ],
    [areas, sensors, find],
  )
}

export const useSensor = (id: string) =>
  useQuery({
    queryKey: sensorKeys.details(id),
    queryFn: ({ signal }) => call(sensorApi.byId, { params: { id } }, signal),
  })

export const useTelemetry = (id: string, period: TelemetryPeriod, parameter?: string) =>
  useQuery({
    queryKey: sensorKeys.telemetry(id, period, parameter),
    queryFn: ({ signal }) => call(sensorApi.telemetry, { params: { id }, query: { period, parameter } }, signal),
    placeholderData: keepPreviousData,
  })

const refresh = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: sensorKeys.all }),
    queries.invalidateQueries({ queryKey: aoiKeys.all }),
  ])

const useSensorWrite = <Input>(write: (input: Input) => Promise<Sensor>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: (sensor) => {
      queries.setQueryData(sensorKeys.details(sensor._id), sensor)
      void refresh(queries)
    },
  })
}

export const useAcknowledge = () => useSensorWrite((id: string) => call(sensorApi.acknowledge, { params: { id } }))

export const useEndAlarm = () =>
  useSensorWrite(({ id, reason }: { id: string; reason: string }) =>
    call(sensorApi.endAlarm, { params: { id }, body: { reason } }),
  )

export const useChangeSensor = () =>
  useSensorWrite((input: CallInput<typeof sensorApi.change>) => call(sensorApi.change, input))

export const useRemoveSensor = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(sensorApi.remove, { params: { id } }),
    onSuccess: () => void refresh(queries),
  })
}

type AreaBody = NonNullable<CallInput<typeof aoiApi.change>['body']>
export type AreaSaving = { number?: number; body: AreaBody & { nonce?: string }; file?: File }

export const useSaveArea = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ number, body, file }: AreaSaving) =>
      number === undefined
        ? call(aoiApi.create, {
            body: { ...body, forSensors: 'true' } as CallInput<typeof aoiApi.create>['body'],
            files: { file },
          })
        : call(aoiApi.change, { params: { number }, body, files: { file } }),
    onSuccess: (aoi) => {
      queries.setQueryData(aoiKeys.one(aoi.properties.nonce), aoi)
      void refresh(queries)
    },
  })
}

export const useIngestKeys = () =>
  useQuery({ queryKey: sensorKeys.ingestKeys, queryFn: ({ signal }) => call(sensorApi.ingestKeys, undefined, signal) })

export const useMakeKey = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(sensorApi.createIngestKey, { body: { name } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: sensorKeys.ingestKeys }),
  })
}

export const useRevokeKey = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(sensorApi.removeIngestKey, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sensorKeys.ingestKeys }),
  })
}
