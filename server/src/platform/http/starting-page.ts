import { type Language, languages } from '#contract'

/** Interval at which the browser reloads the page. */
export const STARTING_RETRY_SECONDS = 5

type Texts = Record<Language, { title: string; text: string }>

const texts = {
  starting: {
    en: {
      title: 'Cohesion is starting…',
      text: 'This page reloads automatically. If nothing changes, try again later.',
    },
    he: { title: 'Cohesion בהפעלה…', text: 'הדף ייטען מחדש מעצמו. אם זה נמשך, נסו שוב מאוחר יותר.' },
  },
  restoring: {
    en: {
      title: 'Restoring a backup…',
      text: 'This can take several minutes. This page reloads automatically when Cohesion is back.',
    },
    he: { title: 'שחזור גיבוי…', text: 'זה עשוי להימשך כמה דקות. הדף ייטען מחדש מעצמו כש־Cohesion יחזור לפעול.' },
  },
  upgrading: {
    en: {
      title: 'Upgrading Cohesion…',
      text: 'Your data is being upgraded. This page reloads automatically when that is done.',
    },
    he: { title: 'שדרוג Cohesion…', text: 'הנתונים משודרגים. הדף ייטען מחדש מעצמו בסיום.' },
  },
} satisfies Record<string, Texts>

export const startingPage = (language: Language, reason: keyof typeof texts = 'starting'): string => {
  const { title, text } = texts[reason][language]
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${STARTING_RETRY_SECONDS}">
<title>${title}</title>
<style>body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.5rem}</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`
}
