import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { type AoiKind, type AoiState, tileLayers } from '#contract'
import { labelFonts } from '../../../map/palette.ts'
import { grounds, type MarkersMode, type Theme } from './badge.ts'
import { RING_PARTS, type Shares, type TypeShare } from './cluster.ts'

export const sources = { tiles: 'aoi-tiles', selected: 'aoi-selected' } as const
export const layerIds = {
  clusters: 'aoi-clusters',
  points: 'aoi-points',
  selected: 'aoi-selected',
}

/**
 * Prefix of image names, such as `aoi:badge/event/general/new/<type>`, `aoi:cluster/40/12/8/4`, and for clusters by
 * type `aoi:types/40/<type>/12/<type>/8//0/4`.
 */
export const PREFIX = 'aoi:'

export type PictureName =
  | { kind: 'badge' | 'selected'; of: AoiKind; mode: MarkersMode; state: AoiState; typeId: string }
  | { kind: 'cluster'; diameter: number; shares: Shares }
  | { kind: 'types'; diameter: number; shares: TypeShare[] }

export const readName = (name: string): PictureName => {
  const [kind, ...rest] = name.split('/')
  if (kind === 'cluster') {
    const [diameter = 0, fresh = 0, inProgress = 0, done = 0] = rest.map(Number)
    return { kind, diameter, shares: { new: fresh, inProgress, done } }
  }
  if (kind === 'types') {
    const [diameter, first = '', count1, second = '', count2, third = '', count3, others] = rest
    const shares = [
      { typeId: first, parts: Number(count1) },
      { typeId: second, parts: Number(count2) },
      { typeId: third, parts: Number(count3) },
      { typeId: '', parts: Number(others) },
    ]
    return { kind, diameter: Number(diameter), shares: shares.filter(({ parts }) => parts > 0) }
  }
  const [of, mode, state, typeId = ''] = rest
  return {
    kind: kind === 'selected' ? 'selected' : 'badge',
    of: of as AoiKind,
    mode: mode === 'type' ? 'type' : 'general',
    state: state as AoiState,
    typeId,
  }
}

const badgeName = (kind: 'badge' | 'selected', mode: MarkersMode): ExpressionSpecification => [
  'concat',
  `${PREFIX}${kind}/`,
  ['coalesce', ['get', 'kind'], 'event'],
  `/${mode}/`,
  ['get', 'state'],
  '/',
  ['coalesce', ['get', 'eventTypeId'], ''],
]

const count: ExpressionSpecification = ['get', 'count']

/** Ring parts of a count: none for zero, otherwise at least one. */
const share = (of: ExpressionSpecification): ExpressionSpecification => [
  'case',
  ['>', of, 0],
  ['max', 1, ['round', ['*', RING_PARTS, ['/', of, count]]]],
  0,
]

/**
 * Diameter in pixels, which grows with the count. The server keeps clusters 64 pixels apart, so they do not overlap.
 */
const diameter: ExpressionSpecification = ['step', ['get', 'count'], 38, 10, 42, 100, 48, 1000, 54]

const byState: ExpressionSpecification = [
  'concat',
  `${PREFIX}cluster/`,
  diameter,
  '/',
  share(['get', 'new']),
  '/',
  share(['get', 'inProgress']),
  '/',
  share(['get', 'done']),
]

const typeIn = (property: string): ExpressionSpecification => ['coalesce', ['get', property], '']
const countIn = (property: string): ExpressionSpecification => ['coalesce', ['get', property], 0]
const counted = ['eventTypeCount', 'secondTypeCount', 'thirdTypeCount'].map(countIn)

const byType: ExpressionSpecification = [
  'concat',
  `${PREFIX}types/`,
  diameter,
  '/',
  typeIn('eventTypeId'),
  '/',
  share(countIn('eventTypeCount')),
  '/',
  typeIn('secondTypeId'),
  '/',
  share(countIn('secondTypeCount')),
  '/',
  typeIn('thirdTypeId'),
  '/',
  share(countIn('thirdTypeCount')),
  '/',
  share(['-', count, ['+', ...counted]]),
]

export const clusterIcon = (mode: MarkersMode): ExpressionSpecification => (mode === 'type' ? byType : byState)

/** Formats counts as 999, 1.2k, 12k, 1.2M. */
const countText: ExpressionSpecification = [
  'step',
  ['get', 'count'],
  ['to-string', ['get', 'count']],
  1000,
  ['concat', ['to-string', ['/', ['floor', ['/', ['get', 'count'], 100]], 10]], 'k'],
  10_000,
  ['concat', ['to-string', ['floor', ['/', ['get', 'count'], 1000]]], 'k'],
  1_000_000,
  ['concat', ['to-string', ['/', ['floor', ['/', ['get', 'count'], 100_000]], 10]], 'M'],
]

const NAME_ZOOM = 12
const NAME_LETTERS = 48
const shortName: ExpressionSpecification = [
  'case',
  ['>', ['length', ['get', 'name']], NAME_LETTERS],
  ['concat', ['slice', ['get', 'name'], 0, NAME_LETTERS - 1], '…'],
  ['get', 'name'],
]

/** Number of reports in an event with merged reports, such as ×3. */
const reportCount: ExpressionSpecification = [
  'case',
  ['has', 'merged'],
  ['concat', '×', ['to-string', ['+', ['get', 'merged'], 1]]],
  '',
]
const nameAndCount: ExpressionSpecification = [
  'case',
  ['has', 'merged'],
  ['concat', shortName, ' ', reportCount],
  shortName,
]

const rank: DataDrivenPropertyValueSpecification<number> = ['match', ['get', 'state'], 'new', 2, 'inProgress', 1, 0]

/** Leaves out the selected AOI, which is drawn by a separate layer. */
export const notSelected = (nonce: string | undefined): FilterSpecification => ['!=', ['get', 'nonce'], nonce ?? '']

export const iconOf = (layer: 'points' | 'selected', mode: MarkersMode): ExpressionSpecification =>
  badgeName(layer === 'points' ? 'badge' : 'selected', mode)

export const textPaint = (theme: Theme) => ({
  'text-color': grounds[theme].text,
  'text-halo-color': grounds[theme].surface,
  'text-halo-width': 1.5,
})

const pointLayout = (mode: MarkersMode): SymbolLayerSpecification['layout'] => ({
  'icon-image': iconOf('points', mode),
  'icon-allow-overlap': true,
  'symbol-sort-key': rank,
  'text-field': ['step', ['zoom'], reportCount, NAME_ZOOM, nameAndCount],
  'text-font': labelFonts.medium,
  'text-size': 12,
  'text-max-width': 11,
  'text-line-height': 1.2,
  'text-anchor': 'top',
  'text-offset': [0, 1.7],
  'text-optional': true,
})

/**
 * Badges are never hidden by collisions. Their names hide each other, and badges and names hide the basemap's names.
 */
export const aoiLayers = (mode: MarkersMode, theme: Theme, selected: string | undefined): LayerSpecification[] => [
  {
    id: layerIds.points,
    type: 'symbol',
    source: sources.tiles,
    'source-layer': tileLayers.points,
    filter: notSelected(selected),
    layout: pointLayout(mode),
    paint: textPaint(theme),
  },
  {
    id: layerIds.clusters,
    type: 'symbol',
    source: sources.tiles,
    'source-layer': tileLayers.clusters,
    layout: {
      'icon-image': clusterIcon(mode),
      'icon-allow-overlap': true,
      'text-allow-overlap': true,
      'text-field': countText,
      'text-font': labelFonts.bold,
      'text-size': ['step', ['get', 'count'], 13, 1000, 14],
    },
    paint: textPaint(theme),
  },
]

export const selectedLayer = (mode: MarkersMode, theme: Theme): LayerSpecification => ({
  id: layerIds.selected,
  type: 'symbol',
  source: sources.selected,
  layout: {
    'icon-image': iconOf('selected', mode),
    'icon-allow-overlap': true,
    'text-field': shortName,
    'text-font': labelFonts.bold,
    'text-size': 13,
    'text-max-width': 11,
    'text-anchor': 'top',
    'text-offset': [0, 2.3],
    'text-optional': true,
  },
  paint: textPaint(theme),
})
