import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { labelFonts } from '../../../map/palette.ts'
import { colours, PREFIX, type Theme } from './marker.ts'

/** Zoom at which a selected member is shown. */
export const MEMBER_ZOOM = 12

/** `all` has all members but the selected one, clustered. `selected` has the selected member. */
export const sources = { all: 'members', selected: 'member-selected' } as const
export const layerIds = { dots: 'member-dots', plates: 'members', groups: 'member-groups', selected: 'member-selected' }

/** Clusters plates that are closer than this, up to the zoom at which they separate. */
export const gathering = {
  cluster: true,
  clusterRadius: 36,
  clusterMaxZoom: 15,
  /** Number of recent positions in a cluster. */
  clusterProperties: { live: ['+', ['case', ['get', 'isStale'], 0, 1]] },
} satisfies Partial<GeoJSONSourceSpecification>

const NAME_ZOOM = 12

const label: ExpressionSpecification = ['get', 'label']

/** A plate that grows with its text. It makes way for events and clusters, and lies below them if there is no room. */
const plate = (theme: Theme): Pick<SymbolLayerSpecification, 'layout' | 'paint'> => ({
  layout: {
    'icon-image': ['get', 'icon'],
    'icon-text-fit': 'both',
    'icon-allow-overlap': true,
    'text-font': labelFonts.medium,
    'text-size': 12,
    'text-max-width': 24,
    'text-allow-overlap': true,
    'text-variable-anchor': ['center', 'bottom', 'top', 'left', 'right', 'bottom-left', 'bottom-right'],
    'text-radial-offset': 2.6,
    'text-justify': 'center',
  },
  paint: { 'text-color': colours[theme].ink },
})

const isGroup: ExpressionSpecification = ['has', 'point_count']

/** A dot at the member's exact position, which stays if the plate moves aside. */
const dot = (id: string, source: string): LayerSpecification => ({
  id,
  type: 'symbol',
  source,
  filter: ['!', isGroup],
  layout: {
    'icon-image': ['case', ['get', 'isStale'], `${PREFIX}dot-stale`, `${PREFIX}dot-live`],
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  },
})

export const memberLayers = (theme: Theme): LayerSpecification[] => {
  const { layout, paint = {} } = plate(theme)
  return [
    dot(layerIds.dots, sources.all),
    dot(`${layerIds.selected}-dot`, sources.selected),
    {
      id: layerIds.plates,
      type: 'symbol',
      source: sources.all,
      filter: ['!', isGroup],
      layout: { ...layout, 'text-field': ['step', ['zoom'], ['get', 'initial'], NAME_ZOOM, label] },
      paint,
    },
    {
      id: layerIds.groups,
      type: 'symbol',
      source: sources.all,
      filter: isGroup,
      layout: {
        ...layout,
        // Grey if no position in the cluster is recent.
        'icon-image': ['case', ['>', ['get', 'live'], 0], `${PREFIX}live`, `${PREFIX}stale`],
        'text-field': ['format', ['image', `${PREFIX}people`], {}, ['concat', ' ', ['get', 'point_count']], {}],
      },
      paint,
    },
    {
      id: layerIds.selected,
      type: 'symbol',
      source: sources.selected,
      layout: { ...layout, 'text-field': label, 'text-size': 14, 'text-font': labelFonts.bold },
      paint,
    },
  ]
}
