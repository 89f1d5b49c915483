import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { MenuItem } from '../overlays/menu.tsx'
import { DataTable } from './data-table.tsx'
import { loadedRows } from './row-source.ts'
import { nothing } from './selection.ts'

const ids = [11, 12, 13]

test('keys that come before a row’s menu has the focus don’t move to another row', async () => {
  render(
    <DataTable
      label="Students"
      columns={[{ id: 'sid', label: 'Student ID', width: 100, cell: ({ id }) => id, text: () => '' }]}
      layout={{ shown: ['sid'], widths: {}, pins: {}, density: 'regular' }}
      onLayout={() => undefined}
      source={loadedRows(ids.map((id) => ({ id })))}
      total={ids.length}
      first={0}
      isPaged={false}
      scrollKey="students"
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
    />,
  )
  const grid = screen.getByRole('grid', { name: 'Students' })
  const active = () => grid.getAttribute('aria-activedescendant')
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
