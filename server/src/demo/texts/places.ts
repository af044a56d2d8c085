import type { LngLat } from '#contract'

/** Places on land around the Bay, with the address that is stored with an event there. */
export const places = {
  doloresPark: ['Dolores Park, San Francisco', -122.4269, 37.7598],
  valencia: ['Valencia Street 780, San Francisco', -122.4213, 37.7605],
  civicCenter: ['Civic Center Plaza, San Francisco', -122.4177, 37.7795],
  northBeach: ['Columbus Avenue 550, San Francisco', -122.4098, 37.8003],
  chinatown: ['Stockton Street 1020, San Francisco', -122.408, 37.7953],
  marinaGreen: ['Marina Boulevard 300, San Francisco', -122.4407, 37.8057],
  oceanBeach: ['Great Highway 1200, San Francisco', -122.5088, 37.7641],
  sunset: ['Irving Street 2100, San Francisco', -122.481, 37.7634],
  richmondSf: ['Clement Street 600, San Francisco', -122.4664, 37.783],
  goldenGatePark: ['Music Concourse Drive, San Francisco', -122.4685, 37.7701],
  bayview: ['Third Street 4700, San Francisco', -122.3906, 37.7352],
  excelsior: ['Mission Street 4500, San Francisco', -122.4337, 37.7262],
  twinPeaks: ['Twin Peaks Boulevard, San Francisco', -122.4473, 37.7544],
  soma: ['Folsom Street 900, San Francisco', -122.4035, 37.7802],
  lakeMerced: ['Lake Merced Boulevard 500, San Francisco', -122.4855, 37.7197],
  dalyCity: ['Gellert Boulevard 300, Daly City', -122.4687, 37.6665],
  southCity: ['Grand Avenue 400, South San Francisco', -122.4137, 37.6552],
  sanBruno: ['El Camino Real 1100, San Bruno', -122.4225, 37.6293],
  pacifica: ['Palmetto Avenue 2100, Pacifica', -122.4927, 37.6362],
  burlingame: ['Burlingame Avenue 1200, Burlingame', -122.3477, 37.5785],
  sanMateo: ['South B Street 250, San Mateo', -122.3232, 37.5651],
  redwoodCity: ['Broadway 2100, Redwood City', -122.2281, 37.4863],
  menloPark: ['Santa Cruz Avenue 800, Menlo Park', -122.1843, 37.4514],
  paloAlto: ['University Avenue 400, Palo Alto', -122.1607, 37.4473],
  mountainView: ['Castro Street 300, Mountain View', -122.0805, 37.3923],
  sunnyvale: ['Murphy Avenue 150, Sunnyvale', -122.0307, 37.3768],
  sanJoseCenter: ['South First Street 200, San Jose', -121.886, 37.3329],
  willowGlen: ['Lincoln Avenue 1200, San Jose', -121.8999, 37.3068],
  alumRock: ['Alum Rock Avenue 2300, San Jose', -121.8457, 37.3549],
  milpitas: ['Main Street 300, Milpitas', -121.9066, 37.4283],
  campbell: ['East Campbell Avenue 300, Campbell', -121.9451, 37.2871],
  fremont: ['Fremont Boulevard 37300, Fremont', -122.0052, 37.5598],
  niles: ['Niles Boulevard 37500, Fremont', -121.9787, 37.578],
  hayward: ['B Street 900, Hayward', -122.0851, 37.6733],
  castroValley: ['Castro Valley Boulevard 3500, Castro Valley', -122.0741, 37.6946],
  sanLeandro: ['East 14th Street 1500, San Leandro', -122.1566, 37.7253],
  fruitvale: ['International Boulevard 3400, Oakland', -122.2246, 37.7756],
  lakeMerritt: ['Grand Avenue 600, Oakland', -122.2478, 37.8097],
  oaklandCenter: ['Broadway 1300, Oakland', -122.2713, 37.8045],
  rockridge: ['College Avenue 5600, Oakland', -122.2519, 37.8437],
  alameda: ['Park Street 1400, Alameda', -122.2438, 37.764],
  berkeleyCenter: ['Shattuck Avenue 2100, Berkeley', -122.2681, 37.8703],
  berkeleyHills: ['Grizzly Peak Boulevard 1000, Berkeley', -122.2544, 37.8897],
  elCerrito: ['San Pablo Avenue 10500, El Cerrito', -122.3138, 37.9163],
  richmond: ['Macdonald Avenue 1200, Richmond', -122.3521, 37.9357],
  orinda: ['Moraga Way 60, Orinda', -122.1801, 37.8776],
  sausalito: ['Bridgeway 700, Sausalito', -122.4806, 37.8567],
  millValley: ['Throckmorton Avenue 80, Mill Valley', -122.5481, 37.906],
  sanRafael: ['Fourth Street 1200, San Rafael', -122.5274, 37.9731],
  tiburon: ['Tiburon Boulevard 1600, Tiburon', -122.4583, 37.8742],
  pier39: ['The Embarcadero 2, San Francisco', -122.4095, 37.8085],
  pier7: ['Pier 7, San Francisco', -122.3964, 37.7986],
  ferryBuilding: ['Ferry Building, San Francisco', -122.3937, 37.7955],
  pier80: ['Cesar Chavez Street 100, San Francisco', -122.3836, 37.7489],
  jackLondon: ['Water Street 40, Oakland', -122.2776, 37.7943],
  middleHarbor: ['Middle Harbor Road 2500, Oakland', -122.3069, 37.8],
} as const satisfies Record<string, readonly [address: string, lng: number, lat: number]>

export const haifaPlaces = {
  carmelCenter: ['שדרות הנשיא 120, חיפה', 34.9867, 32.8035],
  hadar: ['רחוב הרצל 40, חיפה', 34.9985, 32.8095],
  germanColony: ['שדרות בן־גוריון 30, חיפה', 34.9892, 32.8187],
  batGalim: ['רחוב העלייה השנייה 50, חיפה', 34.9745, 32.8335],
  neveShaanan: ['רחוב התיכון 20, חיפה', 35.0205, 32.7865],
  denya: ['רחוב דניה 15, חיפה', 34.9935, 32.7665],
  checkPost: ['דרך בר־יהודה 100, חיפה', 35.0405, 32.7955],
  kiryatHaim: ['שדרות דגניה 30, קריית חיים', 35.0625, 32.8265],
} as const satisfies Record<string, readonly [address: string, lng: number, lat: number]>

const allPlaces = { ...places, ...haifaPlaces }

export type PlaceName = keyof typeof allPlaces

export function placeOf(name: PlaceName): { address: string; position: LngLat } {
  const [address, lng, lat] = allPlaces[name]
  return { address, position: [lng, lat] }
}
