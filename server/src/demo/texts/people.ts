import type { Language, UserType } from '#contract'
import type { PlaceName } from './places.ts'

export type DemoPerson = {
  username: string
  firstName: string
  lastName: string
  role: string
  home: PlaceName
  type?: UserType
  language?: Language
  description?: string
  isServerOwner?: true
  /** Sees the second service too. */
  seesOther?: true
}

export const accounts: DemoPerson[] = [
  {
    username: 'technician',
    firstName: 'Robin',
    lastName: 'Castillo',
    role: 'Duty officer',
    home: 'soma',
    type: 'Technician',
    isServerOwner: true,
    seesOther: true,
    description: '<p>Keeps the server, the sensors and the radios running.</p>',
  },
  {
    username: 'admin',
    firstName: 'Naomi',
    lastName: 'Feldman',
    role: 'Duty officer',
    home: 'civicCenter',
    type: 'Admin',
    seesOther: true,
    description: '<p>Leads the response centre. Call her when two teams need the same truck.</p>',
  },
  {
    username: 'operator',
    firstName: 'Jordan',
    lastName: 'Reyes',
    role: 'Field team',
    home: 'valencia',
    description: '<p>Field team A, Mission and Bayview. Speaks Spanish.</p>',
  },
  { username: 'viewer', firstName: 'Alex', lastName: 'Chen', role: 'Observer', home: 'oaklandCenter' },
]

export const colleagues: DemoPerson[] = [
  {
    username: 'maya.thompson',
    firstName: 'Maya',
    lastName: 'Thompson',
    role: 'Duty officer',
    home: 'rockridge',
    type: 'Admin',
    seesOther: true,
  },
  {
    username: 'daniel.okafor',
    firstName: 'Daniel',
    lastName: 'Okafor',
    role: 'Medic',
    home: 'fruitvale',
    description: '<p>Paramedic, East Bay.</p>',
  },
  { username: 'priya.raman', firstName: 'Priya', lastName: 'Raman', role: 'Analyst', home: 'sunnyvale' },
  {
    username: 'luis.herrera',
    firstName: 'Luis',
    lastName: 'Herrera',
    role: 'Field team',
    home: 'alumRock',
    description: '<p>Field team C, San Jose.</p>',
  },
  {
    username: 'grace.kim',
    firstName: 'Grace',
    lastName: 'Kim',
    role: 'Medic',
    home: 'sunset',
    description: '<p>Nurse and first-aid trainer.</p>',
  },
  {
    username: 'tomer.levi',
    firstName: 'Tomer',
    lastName: 'Levi',
    role: 'Field team',
    home: 'paloAlto',
    description: '<p>Field team B, Peninsula. Available at night.</p>',
  },
  {
    username: 'noa.cohen',
    firstName: 'נועה',
    lastName: 'כהן',
    role: 'Community liaison',
    home: 'berkeleyCenter',
    language: 'he',
    description: '<p>מרכזת מתנדבים במזרח המפרץ.</p>',
  },
  { username: 'ahmed.hassan', firstName: 'Ahmed', lastName: 'Hassan', role: 'Field team', home: 'fremont' },
  { username: 'sofia.rossi', firstName: 'Sofia', lastName: 'Rossi', role: 'Community liaison', home: 'northBeach' },
  { username: 'kenji.watanabe', firstName: 'Kenji', lastName: 'Watanabe', role: 'Analyst', home: 'sanMateo' },
  {
    username: 'yael.barak',
    firstName: 'Yael',
    lastName: 'Barak',
    role: 'Duty officer',
    home: 'marinaGreen',
    seesOther: true,
  },
  {
    username: 'marcus.johnson',
    firstName: 'Marcus',
    lastName: 'Johnson',
    role: 'Field team',
    home: 'bayview',
    description: '<p>Drives truck 4 (pumps and sandbags).</p>',
  },
  { username: 'elena.petrova', firstName: 'Elena', lastName: 'Petrova', role: 'Medic', home: 'richmondSf' },
  { username: 'omar.farouk', firstName: 'Omar', lastName: 'Farouk', role: 'Field team', home: 'hayward' },
  { username: 'hannah.weiss', firstName: 'Hannah', lastName: 'Weiss', role: 'Community liaison', home: 'sanRafael' },
  {
    username: 'itai.segev',
    firstName: 'Itai',
    lastName: 'Segev',
    role: 'Field team',
    home: 'sanJoseCenter',
  },
  {
    username: 'chloe.nguyen',
    firstName: 'Chloe',
    lastName: 'Nguyen',
    role: 'Medic',
    home: 'sanJoseCenter',
    description: '<p>Emergency physician, on call on weekends.</p>',
  },
  {
    username: 'david.mizrahi',
    firstName: 'David',
    lastName: 'Mizrahi',
    role: 'Community liaison',
    home: 'redwoodCity',
  },
  {
    username: 'ruth.adler',
    firstName: 'Ruth',
    lastName: 'Adler',
    role: 'Observer',
    home: 'millValley',
    description: '<p>County office of emergency services.</p>',
  },
  {
    username: 'samuel.brooks',
    firstName: 'Samuel',
    lastName: 'Brooks',
    role: 'Field team',
    home: 'alameda',
    seesOther: true,
  },
]

export const harborPeople: DemoPerson[] = [
  {
    username: 'harbor.technician',
    firstName: 'Ingrid',
    lastName: 'Solberg',
    role: 'Watch officer',
    home: 'ferryBuilding',
    type: 'Technician',
  },
  {
    username: 'harbor.admin',
    firstName: 'Walter',
    lastName: 'Pryce',
    role: 'Watch officer',
    home: 'jackLondon',
    type: 'Admin',
    seesOther: true,
  },
  { username: 'harbor.operator', firstName: 'Lena', lastName: 'Marsh', role: 'Boat crew', home: 'sausalito' },
  { username: 'gal.shaham', firstName: 'Gal', lastName: 'Shaham', role: 'Boat crew', home: 'tiburon' },
  { username: 'theo.vance', firstName: 'Theo', lastName: 'Vance', role: 'Boat crew', home: 'alameda' },
]
