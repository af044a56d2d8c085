import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestI18n } from '../testing/i18n.ts'
import { showMap } from '../testing/map.tsx'
import { show } from '../testing/render.tsx'
import { FrameMap } from './FrameMap.tsx'
import * as liveMap from './useLiveMap.ts'

showMap()
beforeAll(async () => void (await startTestI18n()))
afterEach(() => void vi.restoreAllMocks())

test('the map on which an area is framed opens where the map of the page is', () => {
  const drawn = vi.spyOn(liveMap, 'useLiveMap').mockReturnValue({ open: undefined, isUnavailable: false })
  localStorage.setItem('cohesion.map.view', JSON.stringify({ lng: 20, lat: 5, zoom: 3 }))
  show(<FrameMap label="Home area" basemap={{ styleUrl: null }} onBox={() => {}} />)
  expect(drawn.mock.lastCall?.[1].initialView).toEqual({ center: [0, 0], zoom: 9 })
})
