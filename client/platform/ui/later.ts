import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { firstScreen } from './first-screen.ts'

/**
 * Returns a component that loads when it's first rendered, inside a `Suspense`. If loading fails it renders nothing, so
 * the screen isn't lost; `client/app/background-tasks.tsx` reports the failed part.
 *
 *     const Editor = later(async () => (await import('./editor.tsx')).Editor)
 */
export const later = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))

/** Does the same for what is rendered before anyone asks for it: it loads after the first screen shows its data. */
export const afterwards = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  later(() => firstScreen().then(load))
