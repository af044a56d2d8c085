import { waitFor } from '@testing-library/react'
import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { MapContext } from '../../map/useMap.ts'
import { answerCalls } from '../../testing/calls.ts'
import { show } from '../../testing/render.tsx'
import { GroupMark } from './GroupMark.tsx'

answerCalls(vi.fn().mockResolvedValue({ _id: 'g', name: 'Divers', translations: {}, position: [-122.4, 37.8] }))

test('the pin of a group is below events and clusters, and its name gives way to them', async () => {
  const addLayer = vi.fn<(layer: LayerSpecification, before?: string) => void>()
  const map = { addSource() {}, addLayer, removeLayer() {}, removeSource() {}, listImages: () => [] }
  const easeTo = vi.fn()
  const open = { map: { ...map, setMissingStyleImageResolver() {} } as unknown as MapLibre, easeTo }
  show(
    <MapContext value={{ ...open, zoomTo() {}, fitAll() {}, isInSight: () => true }}>
      <GroupMark id="g" theme="light" />
    </MapContext>,
  )
  await waitFor(() => expect(easeTo).toHaveBeenCalledWith([-122.4, 37.8], 14))
  expect(addLayer.mock.calls.map(([{ layout = {} }, before]) => [before, 'text-allow-overlap' in layout])).toEqual([
    ['level-things', false],
  ])
})
