import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FigureLink } from '#contract/outputs/reports/figures.ts'

/** The school and the policy year of the URL. */
export interface FigurePlace {
  readonly school: string
  readonly period: string
}

interface RowsLinkProps {
  link: FigureLink
  place: FigurePlace
  className: string
  'aria-label'?: string
  tabIndex?: number
  children: ReactNode
}

/** Renders the link to the list that has exactly the rows of a number. */
export const RowsLink = ({ link, place, ...rest }: RowsLinkProps) => {
  if (link.list === 'students')
    return (
      <Link
        to="/schools/$school/period/$period"
        params={place}
        search={{ filters: link.filters }}
        {...rest}
      />
    )
  if (link.list === 'forms')
    return (
      <Link
        to="/schools/$school/period/$period/student-form-submissions"
        params={place}
        search={{ queue: 'all', filters: link.filters }}
        {...rest}
      />
    )
  return (
    <Link
      to="/schools/$school/period/$period/reports/age-out"
      params={place}
      search={{ month: link.month }}
      {...rest}
    />
  )
}
