import * as z from 'zod/mini'
import { countries } from './countries.ts'
import { states } from './places.ts'

// Separate from the other fields, so that the sign-in page doesn't load the list of countries.

/**
 * A state: 2 letters for U.S. addresses. Other countries allow free text, which is checked together with the
 * country.
 */
export const usState = z.enum(states.map((state) => state.value))
/** A country as its ISO 3166 alpha-2 code. */
export const country = z.enum(countries.map((entry) => entry.value))
export const countryLabels: Readonly<Record<string, string>> = Object.fromEntries(
  countries.map(({ value, label }) => [value, label]),
)
