import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ErrorPage.module.css'

/** Renders without header and workspace, so that it works when they fail. */
export const ErrorPage = ({ kind }: { kind: 'notFound' | 'error' }) => {
  const { t } = useTranslation()
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>{t(`errorPage.${kind}`)}</h1>
      <p className={classes.text}>{t(`errorPage.${kind}Text`)}</p>
      <div className={classes.ways}>
        {kind === 'error' && (
          <Button variant="default" onClick={() => location.reload()}>
            {t('errorPage.reload')}
          </Button>
        )}
        <Button component="a" href="/">
          {t('word.home')}
        </Button>
      </div>
    </main>
  )
}

type Props = { /** A new address clears the failure. */ address: unknown; children: ReactNode }
type State = { address: unknown; hasFailed: boolean }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, hasFailed: false }

  static getDerivedStateFromError = (): Partial<State> => ({ hasFailed: true })

  static getDerivedStateFromProps = ({ address }: Props, state: State): State | null =>
    address === state.address ? null : { address, hasFailed: false }

  override render() {
    return this.state.hasFailed ? <ErrorPage kind="error" /> : this.props.children
  }
}
