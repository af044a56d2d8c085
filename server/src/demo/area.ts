import type { Order } from '../geo/streets/extract/extract.ts'

/**
 * San Francisco, Oakland and Alameda, where most events of the demo are. At this zoom, with all houses, about 15 MB.
 */
export const demoArea: Order = { name: 'San Francisco and Oakland', box: [-122.52, 37.7, -122.2, 37.83], maxZoom: 15 }
