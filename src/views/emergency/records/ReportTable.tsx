import type { ReactNode } from 'react';

/**
 * Table of the printed report. Its heads are repeated on every page, since a table of many terminals is longer than
 * one.
 */
export function ReportTable(props: {
  heads: readonly string[];
  /** Cells of each row, the first one its name. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
}) {
  return (
    <table>
      <thead>
        <tr>
          {props.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ key, cells: [first, ...rest] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {rest.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never change their order
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
