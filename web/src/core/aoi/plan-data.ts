import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { aoiApi } from '#contract'
import { call } from '../../api/call.ts'
import type { AoiQuery } from './data.ts'
import { aoiKeys } from './keys.ts'

export const usePlanAois = (localMapId: string, { sort: _, order: __, near: ___, ...query }: AoiQuery) =>
  useQuery({
    queryKey: aoiKeys.list('plan', localMapId, query),
    queryFn: ({ signal }) => call(aoiApi.onLocalMap, { params: { localMapId }, query }, signal),
    placeholderData: keepPreviousData,
  })
