import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { labelFonts, type MapTheme, palettes } from '../../../map/palette.ts'
import { fillColours, lineColours } from '../look.ts'

export const sources = { areas: 'warning-areas', labels: 'warning-labels' } as const
export const layerIds = { fill: 'warning-fill', line: 'warning-line', tests: 'warning-tests', labels: 'warning-labels' }

const bySeverity = ({ extreme, severe, moderate, minor, unknown }: (typeof lineColours)['light']) =>
  [
    ...['match', ['get', 'severity'], 'extreme', extreme, 'severe', severe, 'moderate', moderate, 'minor', minor],
    unknown,
  ] as unknown as ExpressionSpecification

const width: ExpressionSpecification = ['case', ['get', 'isSelected'], 3.5, 1.5]

/** Exercises and tests have only an outline; their invisible fill makes them clickable. */
export const warningLayers = (theme: MapTheme): LayerSpecification[] => {
  const colour = bySeverity(lineColours[theme])
  return [
    {
      id: layerIds.fill,
      type: 'fill',
      source: sources.areas,
      layout: { 'fill-sort-key': ['get', 'rank'] },
      paint: {
        'fill-color': bySeverity(fillColours[theme]),
        'fill-opacity': ['case', ['get', 'isTest'], 0, ['get', 'isComing'], 0.08, ['get', 'isSelected'], 0.28, 0.18],
      },
    },
    {
      id: layerIds.line,
      type: 'line',
      source: sources.areas,
      filter: ['!', ['get', 'isTest']],
      layout: { 'line-sort-key': ['get', 'rank'], 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': width },
    },
    {
      id: layerIds.tests,
      type: 'line',
      source: sources.areas,
      filter: ['get', 'isTest'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': width, 'line-dasharray': [3, 2] },
    },
    {
      id: layerIds.labels,
      type: 'symbol',
      source: sources.labels,
      layout: {
        'text-field': ['get', 'label'],
        'text-font': labelFonts.medium,
        'text-size': 12,
        'text-max-width': 9,
        // If an event covers the area's middle, the label moves beside it, or is hidden without room.
        'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
        'text-radial-offset': 1.8,
        'symbol-sort-key': ['-', ['get', 'rank']],
      },
      paint: { 'text-color': colour, 'text-halo-color': palettes[theme].labelHalo, 'text-halo-width': 1.5 },
    },
  ]
}
