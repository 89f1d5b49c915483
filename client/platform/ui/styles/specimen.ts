import type { ComponentType } from 'react'

/** A page of the gallery: a component in its states. */
export interface Specimen {
  readonly title: string
  readonly Component: ComponentType
}
