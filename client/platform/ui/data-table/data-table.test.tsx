import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { setLetterKeys } from '../focus/letter-keys.ts'
import { MenuItem } from '../overlays/menu.tsx'
import { DataTable } from './data-table.tsx'
import { loadedRows } from './row-source.ts'
import { nothing } from './selection.ts'

const ids = [11, 12, 13]

/** Each test has another list: a list remembers the row with the focus. */
let lists = 0

const renderTable = (more: ReactNode = null) => {
  render(
    <>
      {more}
      <DataTable
        label="Students"
        columns={[{ id: 'sid', label: 'Student ID', width: 100, cell: ({ id }) => id, text: () => '' }]}
        layout={{ shown: ['sid'], widths: {}, pins: {}, density: 'regular' }}
        onLayout={() => undefined}
        source={loadedRows(ids.map((id) => ({ id })))}
        total={ids.length}
        first={0}
        isPaged={false}
        scrollKey={`students ${++lists}`}
        controls={{
          sort: [],
          onSort: () => undefined,
          filters: {},
          onFilter: () => undefined,
          filterColumns: [],
        }}
        selection={nothing}
        onSelect={() => undefined}
        rowLabel={({ id }) => String(id)}
        onOpen={() => undefined}
        onPress={() => undefined}
        rowMenu={({ id }) => <MenuItem>Open {id}</MenuItem>}
        empty={null}
      />
    </>,
  )
  const grid = screen.getByRole('grid', { name: 'Students' })
  return { grid, active: () => grid.getAttribute('aria-activedescendant') }
}

afterEach(() => setLetterKeys(true))

test('keys that come before a row’s menu has the focus don’t move to another row', async () => {
  const { grid, active } = renderTable()
  grid.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toBe('row-11')

  fireEvent.contextMenu(grid)
  fireEvent.keyDown(grid, { key: 'ArrowDown' })
  expect(active()).toBe('row-11')
  expect(await screen.findByRole('menuitem', { name: 'Open 11' })).toBeTruthy()

  await userEvent.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('menuitem')).toBeNull()
  fireEvent.keyDown(grid, { key: 'ArrowDown' })
  expect(active()).toBe('row-12')
})

test('the rows take keys before anything was pressed, and the focus follows', async () => {
  const { grid, active } = renderTable()
  await userEvent.keyboard('j')
  expect(active()).toBe('row-11')
  expect(document.activeElement).toBe(grid)
})

test('keys that are typed, held with Ctrl or pressed on a button aren’t for the rows', async () => {
  const { active } = renderTable(
    <>
      <input aria-label="Name" />
      <button type="button">Save</button>
    </>,
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'j{ArrowDown}')
  expect(active()).toBeNull()
  screen.getByRole('button', { name: 'Save' }).focus()
  await userEvent.keyboard(' {Enter}{Control>}j{/Control}')
  expect(active()).toBeNull()
  await userEvent.keyboard('j')
  expect(active()).toBe('row-11')
})

test('letters that are turned off do nothing outside of the rows, and arrows still do', async () => {
  setLetterKeys(false)
  const { active } = renderTable()
  await userEvent.keyboard('j')
  expect(active()).toBeNull()
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toBe('row-11')
  await userEvent.keyboard('j')
  expect(active()).toBe('row-12')
})

test('Enter and the arrow down lead from the search into the rows', async () => {
  const { grid, active } = renderTable(<input aria-label="Search" data-leads-to-rows />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'ana{Enter}')
  expect(active()).toBe('row-11')
  expect(document.activeElement).toBe(grid)
})
