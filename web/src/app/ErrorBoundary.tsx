import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage.tsx'

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
