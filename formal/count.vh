// SPDX-License-Identifier: MIT
// The count after this one, and whether this one is the last before zero; included by formal/counter_reference.v and
// formal/counting.v. A digit above its top counts as the top going up, and with its weight going down.
    function [3:0] top;                  // of a digit; 0 is the lowest
        input integer place;
        input [1:0]   day_of, prescale;  // time of day: 0 none, else the counter; MM1-0
        input [3:0]   tens;              // of hours
        case ({day_of, place[1:0]})
            4'b01_00: top = prescale == 1 ? 4 : prescale == 2 ? 5 : 9;
            4'b01_11: top = 5;
            4'b10_01: top = 5;
            4'b10_10: top = tens == 2 ? 3 : 9;
            4'b10_11: top = 2;
            default:  top = 9;
        endcase
    endfunction
    function [16:0] after;               // {the count before was the last one, the count}
        input [15:0] count;
        input        up, decimal;
        input [1:0]  day_of, prescale;
        integer      place;
        reg          carry;
        reg [3:0]    d;
        begin
            after = up ? {&count, count + 16'd1} : {count == 1, count - 16'd1};
            if (decimal) begin
                carry = 1;
                for (place = 0; place < 4; place = place + 1) begin
                    d = count[4*place +: 4];
                    if (carry && up) begin
                        carry = d >= top(place, day_of, prescale, count[15:12]);
                        d = carry ? 4'd0 : d + 4'd1;
                    end else if (carry) begin
                        carry = d == 0;
                        d = carry ? 4'd9 : d - 4'd1;
                    end
                    after[4*place +: 4] = d;
                end
                after[16] = up ? carry : count == 1;
            end
        end
    endfunction
