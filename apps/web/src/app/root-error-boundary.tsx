import { Component, type ReactNode } from 'react'
import { RootError } from './root-error.tsx'

/** Catches what no screen has caught. The error itself goes to the console by React. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <RootError error={this.state.error} />
  }
}
