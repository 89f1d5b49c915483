import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * A component that is loaded when it is first drawn, under a `Suspense`; nothing is drawn where it cannot be loaded, as
 * with `usePart` (`part.ts`): `const Editor = later(async () => (await import('./editor.tsx')).Editor)`.
 */
export const later = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))
