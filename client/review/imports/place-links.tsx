import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ImportPlace } from './use-file-import.ts'

interface PlaceLinkProps {
  place: ImportPlace
  children: ReactNode
}

/** Links to the students of the policy year. */
export const ListLink = ({ place: { school, period }, children }: PlaceLinkProps) => (
  <Link to="/schools/$school/period/$period" params={{ school, period }}>
    {children}
  </Link>
)

/** Links to the import screen of the policy year. */
export const ImportLink = ({ place: { school, period }, children }: PlaceLinkProps) => (
  <Link to="/schools/$school/period/$period/import" params={{ school, period }}>
    {children}
  </Link>
)
