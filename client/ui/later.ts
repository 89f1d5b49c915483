import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * A component that is loaded when it is first drawn, under a `Suspense`; nothing is drawn where it cannot be loaded: the
 * screen would be lost with it. Whoever listens to failed parts tells of it (`client/app/newer-version.ts`).
 * `const Editor = later(async () => (await import('./editor.tsx')).Editor)`
 */
export const later = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))
