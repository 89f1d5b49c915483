import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * Returns a component that loads when it's first rendered, inside a `Suspense`. If loading fails it renders nothing, so
 * the screen isn't lost; `client/app/background-tasks.tsx` reports the failed part.
 *
 *     const Editor = later(async () => (await import('./editor.tsx')).Editor)
 */
export const later = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))
