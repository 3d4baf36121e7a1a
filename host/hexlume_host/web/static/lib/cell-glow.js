// @ts-check
// Written by hexlume_hw.light.page_glow from its model of the cell: do not edit.

export const RECESS_RADIUS = 13.5; // mm

/** How brightly the floor glows: [share of the recess's radius, share of the brightest luminance].
 * @type {[number, number][]} */
export const FLOOR_GLOW = [[0.056, 0.614], [0.167, 0.711], [0.278, 0.847], [0.389, 0.947], [0.5, 0.99], [0.611, 1.0], [0.722, 0.99], [0.833, 0.97], [0.944, 0.932]];
