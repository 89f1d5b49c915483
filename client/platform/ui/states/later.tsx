import { lazy, Suspense, type ComponentType, type FunctionComponent, type ReactNode } from 'react'
import { HeldKeys } from '../focus/held-keys.ts'

/**
 * Returns a part of a screen whose code loads when it's first rendered; until then a placeholder is shown. If loading
 * fails it renders nothing, so the screen isn't lost; `client/app/background-tasks.tsx` reports the failed part.
 *
 *     const Editor = later(async () => (await import('./editor.tsx')).Editor, <Skeleton className="h-28" />)
 */
export const later = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): FunctionComponent<P> => {
  const Part = lazy(async () => ({ default: await load().catch(() => () => null) }))
  return (props) => (
    <Suspense fallback={placeholder}>
      <Part {...props} />
    </Suspense>
  )
}

/**
 * Does the same for a dialog that someone opens: its code loads when it opens, and what they type until then goes to
 * its first field.
 */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> =>
  later(load, <HeldKeys />)
