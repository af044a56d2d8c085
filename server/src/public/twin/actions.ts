export { likenessOf, prepareReport, SHOWN_SCORE } from './likeness.ts'
export { twinsOf } from './suggest.ts'
