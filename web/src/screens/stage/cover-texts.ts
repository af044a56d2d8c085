import type { TFunction } from 'i18next'
import type { Aoi, HeldReportWithTwins } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import type { CoverText } from '../../public/cover/CoverWords.tsx'

const plainText = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(p|li|h\d|blockquote)>|<br ?\/?>/g, '$&\n'), 'text/html')
    .body.textContent.trim()

export const textsOfReport = (report: HeldReportWithTwins, t: TFunction): CoverText[] => [
  { label: t('coverButton.name'), text: report.name },
  { label: t('coverButton.description'), text: plainText(report.description) },
  ...report.answers.map((answer) => ({ label: nameOf(answer), text: answer.value })),
  ...report.questions.flatMap(({ answer }) => (answer ? [{ label: t('coverButton.answer'), text: answer }] : [])),
]

export const textsOfAoi = (
  { properties: { name, description, publicAction, logs } }: Aoi,
  t: TFunction,
): CoverText[] => [
  { label: t('coverButton.name'), text: name },
  { label: t('coverButton.description'), text: plainText(description) },
  ...(publicAction?.fields ?? []).map((answer) => ({ label: answer.name, text: answer.value })),
  ...logs.flatMap(({ isSystem, text, username }) => (isSystem || text === '' ? [] : [{ label: username, text }])),
]
